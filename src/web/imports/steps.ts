/** What the wizard shows once a file is chosen, as one part of the application that is brought when it is needed. */
export { ImportStep } from './import-step.tsx'
export { RefusedFile } from './refused-file.tsx'
export { RowsStep } from './rows-step.tsx'
export { SheetChoice } from './sheet-choice.tsx'
