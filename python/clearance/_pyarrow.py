"""pyarrow, or an error that says how to get it: the modules of tables and jobs need it, the package does not."""

try:
    import pyarrow as pa
    import pyarrow.compute as pc
    import pyarrow.parquet as pq
except ImportError as wrong:
    raise ImportError("tables and jobs need pyarrow: pip install pyarrow") from wrong

__all__ = ["pa", "pc", "pq"]
