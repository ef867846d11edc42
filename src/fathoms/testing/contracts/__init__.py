"""Contract suites: what every implementation of a port promises, as checks that it can be put through.

Each module has `CHECKS`, plain functions that are handed something fresh and assert. From pytest:

    @pytest.mark.parametrize("check", store.CHECKS, ids=lambda check: check.__name__)
    def test_my_store_keeps_its_promises(check, tmp_path):
        check(MyStore(tmp_path))
"""
