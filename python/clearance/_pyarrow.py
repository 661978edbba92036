"""pyarrow, or an error that says how to get it: the modules of tables and jobs need it, the package does not."""

try:
    import pyarrow as pa  # type: ignore[import-untyped, import-not-found, unused-ignore]
    import pyarrow.compute as pc  # type: ignore[import-untyped, import-not-found, unused-ignore]
    import pyarrow.parquet as pq  # type: ignore[import-untyped, import-not-found, unused-ignore]
except ImportError:
    raise ImportError("tables and jobs need pyarrow: pip install pyarrow") from None

__all__ = ["pa", "pc", "pq"]
