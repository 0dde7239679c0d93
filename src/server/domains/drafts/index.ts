export type { PreviewSections, SectionsCall, SectionToWrite, WriteSections } from './making.ts'
export { draftOperations } from './operations.ts'
export { draftsRestingOn } from './resting-on.ts'
export { TEMPLATES } from './templates.ts'
