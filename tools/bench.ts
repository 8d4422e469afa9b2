// `npm run bench -- --rows 10000000`: measures Kontor against plain SQL, COPY and DuckDB, and writes docs/performance.md.
import '../bench/main.ts'
