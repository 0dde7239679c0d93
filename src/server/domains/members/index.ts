export { memberImportOperations } from './import-operations.ts'
export { memberOperations } from './operations.ts'
export { ppsColumns, ppsNumberHash, ppsNumberRotation } from './pps-numbers.ts'
export { members } from './records.ts'
