/** Files that pretend: what is taken is called what its content is, what is refused leaves nothing behind. */
import { beforeAll, describe, expect, test } from 'vitest'
import { createDocument, downloadDocument } from '../src/contract/documents.ts'
import { buildZip } from './fixtures/uploads/zip.ts'
import { type Caller, createFirm } from './harness/people.ts'
import { buildRefusal } from './harness/refusal.ts'
import { useService } from './harness/service.ts'

const service = useService()
let broker: Caller
beforeAll(async () => {
  broker = (await createFirm(service())).broker
})

type Bytes = string | Buffer
const upload = (name: string, bytes: Bytes) =>
  broker.upload(createDocument, { kind: 'OTHER', title: 'A paper' }, { name, bytes })
const leftovers = async () =>
  service().asOwner(
    'select storage_key from unclaimed_files union all select storage_key from document_versions',
  )

const PDF = Buffer.from('%PDF-1.4\n1 0 obj\n<<>>\nendobj\ntrailer\n<<>>\n%%EOF\n')
const PNG = Buffer.from('89504e470d0a1a0a0000000d49484452000000010000000108060000001f15c489', 'hex')
const OLE = Buffer.concat([Buffer.from('d0cf11e0a1b11ae1', 'hex'), Buffer.alloc(2_048)])
const OFFICE = 'application/vnd.openxmlformats-officedocument'
const DOCX = `${OFFICE}.wordprocessingml.document`
const XLSX = `${OFFICE}.spreadsheetml.sheet`
const types = (main: string) =>
  `<?xml version="1.0"?><Types><Override PartName="/main.xml" ContentType="${main}"/></Types>`
const office = (main: string, ...first: { name: string; content: Bytes }[]) =>
  buildZip([
    ...first,
    { name: '[Content_Types].xml', content: types(main) },
    { name: 'main.xml', content: '<a/>' },
  ])
const opened = (mimetype: string) => buildZip([{ name: 'mimetype', content: mimetype }])
const docx = office(`${DOCX}.main+xml`)
const xlsx = office(`${XLSX}.main+xml`)
const FILL = { name: 'media/filling.bin', content: Buffer.alloc(200_000, 7) }

describe('is refused and stores no data:', () => {
  test.each<[string, string, Bytes, string]>([
    ['a page with a PDF after it', 'a.pdf', `<html><script>1</script>${PDF}`, 'TYPE_NOT_ALLOWED'],
    ['a PDF with bytes before it', 'a.pdf', Buffer.concat([Buffer.from([0, 1, 2]), PDF]), 'TYPE_NOT_ALLOWED'],
    ['a script that is a picture', 'a.gif', 'GIF89a/*\u0001\u0000*/=1;alert(1)', 'TYPE_NOT_ALLOWED'],
    ['a workbook called .docx', 'a.docx', xlsx, 'TYPE_MISMATCH'],
    ['a document called .xlsx', 'a.xlsx', docx, 'TYPE_MISMATCH'],
    ['a document called .pdf', 'a.pdf', docx, 'TYPE_MISMATCH'],
    [
      'a document with macros',
      'a.docm',
      office('application/vnd.ms-word.document.macroEnabled.main+xml'),
      'TYPE_NOT_ALLOWED',
    ],
    [
      'a document with macros called .docx',
      'a.docx',
      office('application/vnd.ms-word.document.macroEnabled.main+xml'),
      'TYPE_NOT_ALLOWED',
    ],
    [
      'a workbook with macros called .xlsx',
      'a.xlsx',
      office('application/vnd.ms-excel.sheet.macroEnabled.main+xml'),
      'TYPE_NOT_ALLOWED',
    ],
    ['slides', 'a.pptx', office(`${OFFICE}.presentationml.presentation.main+xml`), 'TYPE_NOT_ALLOWED'],
    ['an encrypted workbook', 'a.xlsx', OLE, 'TYPE_NOT_ALLOWED'],
    ['an old document', 'a.doc', OLE, 'TYPE_NOT_ALLOWED'],
    ['OpenDocument', 'a.odt', opened('application/vnd.oasis.opendocument.text'), 'TYPE_NOT_ALLOWED'],
    ['a book', 'a.epub', opened('application/epub+zip'), 'TYPE_NOT_ALLOWED'],
    [
      'a Java program called .docx',
      'a.docx',
      buildZip([{ name: 'META-INF/MANIFEST.MF', content: 'Manifest-Version: 1.0\n' }]),
      'TYPE_NOT_ALLOWED',
    ],
    [
      'an app called .docx',
      'a.docx',
      buildZip([
        { name: 'AndroidManifest.xml', content: '' },
        { name: 'classes.dex', content: 'dex' },
      ]),
      'TYPE_NOT_ALLOWED',
    ],
    [
      'an archive that shows nothing within its first 64 KiB',
      'a.docx',
      buildZip([FILL, { name: 'a.txt', content: 'a' }]),
      'TYPE_NOT_ALLOWED',
    ],
    ['rich text', 'a.txt', '{\\rtf1\\ansi {\\*\\objdata 0105}}', 'TYPE_NOT_ALLOWED'],
    [
      'text that turns to bytes after 64 KiB',
      'a.csv',
      Buffer.concat([Buffer.alloc(66_000, 'a'), PNG]),
      'TYPE_NOT_ALLOWED',
    ],
    ['a PDF with two endings', 'a.pdf.exe', PDF, 'TYPE_MISMATCH'],
    ['a PDF with a gap before its ending', 'report.pdf .exe', PDF, 'TYPE_MISMATCH'],
    ['text called .exe', 'a.exe', 'MZ is how programs begin', 'TYPE_NOT_ALLOWED'],
    ['text called .html', 'a.html', 'no tag in it', 'TYPE_NOT_ALLOWED'],
  ])('%s', async (_, name, bytes, code) => {
    const before = await leftovers()
    const reply = await upload(name, bytes)
    expect(reply, reply.text).toMatchObject(buildRefusal(422, code, { field: 'file' }))
    expect(await leftovers()).toEqual(before)
  })

  test('one byte more than 25 MiB', async () => {
    const before = await leftovers()
    const most = Buffer.concat([PDF, Buffer.alloc(25 * 1024 * 1024 - PDF.length)])
    expect(await upload('a.pdf', Buffer.concat([most, Buffer.alloc(1)]))).toMatchObject(
      buildRefusal(413, 'FILE_TOO_LARGE'),
    )
    expect(await leftovers()).toEqual(before)
    expect(await upload('a.pdf', most)).toMatchObject({ status: 201, body: { sizeBytes: most.length } })
  }, 30_000)
})

describe('is accepted and downloaded with its own type only:', () => {
  test.each<[string, string, Bytes, string, string]>([
    ['a PDF that is an archive too', 'a.pdf', Buffer.concat([PDF, docx]), 'application/pdf', 'a.pdf'],
    ['a picture with an archive after it', 'a.png', Buffer.concat([PNG, docx]), 'image/png', 'a.png'],
    ['a document', 'a.docx', docx, DOCX, 'a.docx'],
    ['a workbook', 'a.xlsx', xlsx, XLSX, 'a.xlsx'],
    ['a workbook without an ending', 'workbook', xlsx, XLSX, 'workbook.xlsx'],
    [
      'a document whose types come last',
      'a.docx',
      office(`${DOCX}.main+xml`, { name: 'word/document.xml', content: '<a/>' }),
      DOCX,
      'a.docx',
    ],
    ['a document whose types come after 64 KiB', 'a.docx', office(`${DOCX}.main+xml`, FILL), DOCX, 'a.docx'],
    [
      'text whose letter is cut by the 64 KiB',
      'a.txt',
      `${'a'.repeat(65_535)}é${'é'.repeat(70_000)}`,
      'text/plain',
      'a.txt',
    ],
    ['a name of Windows', 'CON.pdf', PDF, 'application/pdf', 'CON.pdf'],
    ['a name of 300 characters', `${'n'.repeat(296)}.pdf`, PDF, 'application/pdf', `${'n'.repeat(196)}.pdf`],
    ['a name with NUL', 'a\u0000.pdf', PDF, 'application/pdf', 'a.pdf'],
    ['a name with a path of Windows', 'C:\\fakepath\\a.pdf', PDF, 'application/pdf', 'a.pdf'],
    ['a name that ends in a dot', 'a.', PDF, 'application/pdf', 'a..pdf'],
    ['a name of a colour', '🟢.pdf', PDF, 'application/pdf', '🟢.pdf'],
  ])('%s', async (_, name, bytes, mimeType, fileName) => {
    const reply = await upload(name, bytes)
    expect(reply, reply.text).toMatchObject({ status: 201, body: { mimeType, fileName } })
    const { headers } = await broker.send(downloadDocument, { id: reply.body.id })
    expect(headers).toMatchObject({
      'content-type': expect.stringMatching(new RegExp(`^${mimeType.replaceAll('.', '\\.')}`)),
      'content-disposition': expect.stringMatching(/^attachment; /),
      'x-content-type-options': 'nosniff',
    })
  })
})
