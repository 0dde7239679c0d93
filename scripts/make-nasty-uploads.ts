/** `npm run uploads`: writes the upload fixtures that are kept in the repository (test/fixtures/uploads). */
import { mkdirSync, rmSync, writeFileSync } from 'node:fs'
import { buildUpload, FILES, FOLDER, MADE_WHEN_ASKED } from '../test/fixtures/uploads/files.ts'
import { formatCount, print, runCommand } from './command.ts'

await runCommand('uploads', async () => {
  rmSync(FOLDER, { recursive: true, force: true })
  mkdirSync(FOLDER, { recursive: true })
  const kept = FILES.filter((file) => !MADE_WHEN_ASKED.has(file))
  for (const file of kept) writeFileSync(new URL(file, FOLDER), buildUpload(file))
  print(
    `${formatCount(kept.length)} files written; ${formatCount(MADE_WHEN_ASKED.size)} are made when they are asked for.`,
  )
})
