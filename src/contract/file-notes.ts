/** File notes of a scheme: notes by the firm's users, and answers of the assistant that were saved to the file. */
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

/** An answer as it was filed: later changes of the legal sources or of the answer do not affect it. */
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
  text: optional(prose(1, 10_000)).describe('Text of the note. Required unless an answer is saved'),
  answerId: optional(Id).describe('The answer of the assistant to save'),
})

export const PAGES = {
  schemeFileNotes: '/schemes/$schemeId/file-notes',
  fileNote: '/file-notes/$noteId',
}

export const listFileNotes = query('file-note.list', {
  route: 'GET /api/schemes/{id}/file-notes',
  access: 'BrokerUser',
  summary: 'Lists the file notes of a scheme, newest first.',
  input: pageOf({
    q: SearchText.optional().describe('Words in the note, or in the answer that it contains'),
    sort: z.enum(['-createdAt']).default('-createdAt'),
  }),
  output: listOf(FileNote),
})
export const getFileNote = query('file-note.get', {
  route: 'GET /api/file-notes/{id}',
  access: 'BrokerUser',
  summary: 'Returns one file note.',
  input: NoParameters,
  output: FileNote,
})
export const createFileNote = command('file-note.create', {
  route: 'POST /api/schemes/{id}/file-notes',
  access: 'BrokerUser',
  summary:
    'Adds a file note to a scheme: text, or a copy of an answer of the assistant. A note cannot be changed; add another note instead.',
  input: EditableFileNote.refine(({ text, answerId }) => text !== null || answerId !== null, {
    path: ['text'],
    message: 'Enter the note',
  }),
  output: FileNote,
  status: 201,
})
