/** What a firm keeps on the file of a scheme: notes of its people, and answers of the assistant that were saved to it. */
import { z } from 'zod'
import { Answer } from './assistant.ts'
import { command, query } from './define.ts'
import {
  Id,
  Instant,
  listOf,
  NoParameters,
  optional,
  pageOf,
  prose,
  recordFields,
  SearchText,
} from './values.ts'

/** An answer as it was when it was filed: what becomes of the texts, or of the answer, changes nothing here. */
export const FiledAnswer = z.object({
  answerId: Id,
  ...Answer.pick({
    question: true,
    on: true,
    askedById: true,
    askedByName: true,
    sentences: true,
    citations: true,
    notes: true,
    model: true,
  }).shape,
  askedAt: Instant,
})
export type FiledAnswer = z.infer<typeof FiledAnswer>

export const FileNote = z.object({
  ...recordFields,
  tenantId: Id,
  schemeId: Id,
  schemeName: z.string(),
  text: z.string().nullable(),
  answer: FiledAnswer.nullable(),
  writtenById: Id,
  writtenByName: z.string().nullable(),
})
export type FileNote = z.infer<typeof FileNote>

export const EditableFileNote = z.object({
  text: optional(prose(1, 10_000)).describe('In plain words; needed where no answer is saved'),
  answerId: optional(Id).describe('The answer of the assistant to save'),
})

export const PAGES = {
  schemeFileNotes: '/schemes/$schemeId/file-notes',
  fileNote: '/file-notes/$noteId',
}

export const listFileNotes = query('file-note.list', {
  route: 'GET /api/schemes/{id}/file-notes',
  access: 'BrokerUser',
  summary: 'The notes on the file of a scheme, the newest first.',
  input: pageOf({
    q: SearchText.optional().describe('Words of the note, or of the answer in it'),
    sort: z.enum(['-createdAt']).default('-createdAt'),
  }),
  output: listOf(FileNote),
})
export const getFileNote = query('file-note.get', {
  route: 'GET /api/file-notes/{id}',
  access: 'BrokerUser',
  summary: 'One note.',
  input: NoParameters,
  output: FileNote,
})
export const createFileNote = command('file-note.create', {
  route: 'POST /api/schemes/{id}/file-notes',
  access: 'BrokerUser',
  summary:
    'Adds a note to the file of a scheme: in plain words, or an answer of the assistant as it was. A note is never changed; another one adds to it.',
  input: EditableFileNote.refine(({ text, answerId }) => text !== null || answerId !== null, {
    path: ['text'],
    message: 'Write the note',
  }),
  output: FileNote,
  status: 201,
})
