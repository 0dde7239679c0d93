import type { SchemeImport } from '../../../../contract/scheme-imports.ts'
import type { Tone } from '../../../ui/status.tsx'

export const IMPORT_TONES: Record<SchemeImport['status'], Tone> = { IMPORTED: 'done', UNDONE: 'ended' }
