export { memberOperations } from './operations.ts'
export { countUnderOtherKeys, ppsColumns, reencryptAll, reencryptBatch } from './pps-numbers.ts'
export { members } from './records.ts'
