"""What a plan may be and become: its rules, order, children, revisions."""
