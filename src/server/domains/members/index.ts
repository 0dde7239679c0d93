export { memberOperations } from './operations.ts'
export { countUnderOtherKeys, ppsColumns, reencryptBatch } from './pps-numbers.ts'
