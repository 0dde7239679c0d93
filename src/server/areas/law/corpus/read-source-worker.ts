/** The thread that reads a legal source, looks for personal data in it and cuts it into passages. */
import { listPersonalDataKinds } from '../../../platform/personal-data.ts'
import { serveTasks } from '../../../platform/worker-task.ts'
import type { ReadSource, SourceToRead } from './read-source.ts'
import { readSourceText, readText } from './readers/read-text.ts'
import { ReadingRefusal } from './readers/refusal.ts'
import { splitIntoChunks } from './split-into-chunks.ts'

serveTasks<SourceToRead, ReadSource>(async ({ bytes, title }) => {
  try {
    const outline = await readText(await readSourceText(bytes))
    for (const { heading, path, paragraphs } of outline.units) {
      const kinds = listPersonalDataKinds([outline.title ?? '', ...path, heading, ...paragraphs].join('\n'), {
        profile: 'publicText',
      })
      if (kinds.length > 0) return { personalData: kinds }
    }
    return { chunks: splitIntoChunks(outline, title) }
  } catch (error) {
    if (!(error instanceof ReadingRefusal)) throw error
    return { refusal: error.code }
  }
})
