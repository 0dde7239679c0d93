export { draftsRestingOn } from './affected-by-law-change.ts'
export type { PreviewSections, SectionsCall, SectionToWrite, WriteSections } from './create-draft.ts'
export { createDraftOperations } from './operations.ts'
export { TEMPLATES } from './templates.ts'
