import { describe, expect, test } from 'vitest'
import { findFileProblem, suggestTitle } from './accepted-files.ts'

describe('a file', () => {
  test.each([
    ['Annual report.pdf', 1],
    ['MINUTES.PDF', 26_214_400],
    ['members.csv', 12],
    // No ending: the service looks at the content.
    ['deed', 12],
    ['Minutes of 3. May', 12],
  ])('%s of %i bytes is accepted', (name, size) => expect(findFileProblem({ name, size })).toBeUndefined())

  test.each([
    [
      'page.html',
      12,
      'page.html was rejected: files of type .html are not accepted. Save it as PDF, DOCX, XLSX, CSV, TXT, PNG or JPEG.',
    ],
    ['report.pdf.exe', 12, /type \.exe/],
    ['old.doc', 12, /type \.doc /],
    ['empty.pdf', 0, 'empty.pdf was rejected: the file is empty.'],
    ['scan.pdf', 26_214_401, 'scan.pdf was rejected: it is larger than 25 MB.'],
    [
      'Statement 1234567FA.pdf',
      12,
      'File rejected: its name seems to contain a PPS number. Rename the file, then choose it again.',
    ],
  ])('%s of %i bytes is refused', (name, size, words) =>
    expect(findFileProblem({ name, size })).toMatch(words),
  )
})

describe('a title', () => {
  test.each([
    ['annual_report-2025.pdf', 'Annual report 2025'],
    ['Trust deed.docx', 'Trust deed'],
    ['minutes 2026-03-21.pdf', 'Minutes 2026-03-21'],
    ['ELS--final__v2.xlsx', 'ELS final v2'],
    ['deed', 'Deed'],
    ['.pdf', ''],
  ])('suggested from %s is %s', (name, title) => expect(suggestTitle(name)).toBe(title))
})
