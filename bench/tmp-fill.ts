import { fillLargeDataset } from './tmp-large-dataset.ts'
import { runOnServer } from './dataset.ts'
const S='postgresql://postgres@127.0.0.1:5455/postgres'
await runOnServer(S, async (c)=>{ await c.query('drop database if exists pcs_bench_large with (force)'); await c.query('create database pcs_bench_large') })
await fillLargeDataset('postgresql://postgres@127.0.0.1:5455/pcs_bench_large', 1, (l)=>console.log(new Date().toISOString(), l))
