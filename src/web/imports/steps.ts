/** Steps of the wizard after a file is chosen, in one chunk that is loaded on demand. */
export { ImportStep } from './import-step.tsx'
export { RefusedFile } from './refused-file.tsx'
export { RowsStep } from './rows-step.tsx'
export { SheetChoice } from './sheet-choice.tsx'
export { UnfinishedImports } from './unfinished-imports.tsx'
