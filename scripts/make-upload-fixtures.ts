/** `npm run uploads`: writes the upload fixtures that are kept in the repository (test/fixtures/uploads). */
import { mkdirSync, rmSync, writeFileSync } from 'node:fs'
import { buildUpload, FILES, FOLDER, MADE_WHEN_ASKED } from '../test/fixtures/uploads/files.ts'
import { formatCount, print, runCommand } from './command.ts'

await runCommand('uploads', async () => {
  rmSync(FOLDER, { recursive: true, force: true })
  mkdirSync(FOLDER, { recursive: true })
  const storedFiles = FILES.filter((file) => !MADE_WHEN_ASKED.has(file))
  for (const file of storedFiles) writeFileSync(new URL(file, FOLDER), buildUpload(file))
  print(
    `Wrote ${formatCount(storedFiles.length)} files. Tests create ${formatCount(MADE_WHEN_ASKED.size)} further files when they need them.`,
  )
})
