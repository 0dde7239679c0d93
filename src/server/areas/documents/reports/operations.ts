/**
 * Files of records for a meeting or a supervisor. Downloads are not audited; the request log has the user.
 */
import { Readable } from 'node:stream'
import { isAtLeast } from '../../../../contract/define.ts'
import * as contract from '../../../../contract/reports.ts'
import { defineQuery, type Operation, type RunQuery } from '../../../pipeline/define-operation.ts'
import { createBusinessRuleRefusal } from '../../../pipeline/refusal.ts'
import { type Clock, getTodayInDublin } from '../../../platform/clock.ts'
import { renderPdf } from '../../../platform/paper/render-pdf.ts'
import type { WorkerPool } from '../../../platform/worker-pool.ts'
import { createZip } from '../../../platform/zip.ts'
import type { LoadLogo } from '../../firm/tenants/index.ts'
import type { DocumentStorage } from '../documents/index.ts'
import { createPaperFile, type DraftPaper } from '../drafts/index.ts'
import { renderBoardPack } from './board-pack.ts'
import { loadInspectionMark } from './inspection-mark.ts'
import { loadAssessmentPaper, loadPolicyPaper } from './papers.ts'
import { loadSchemeFile } from './scheme-file.ts'
import { createSupervisoryPack } from './supervisory-pack.ts'

interface Paper {
  contract: typeof contract.getPolicyFile | typeof contract.getAssessmentFile
  kind: 'writtenPolicy' | 'ownRiskAssessment'
  load: (runQuery: RunQuery, id: string, asAtOn: string, loadLogo: LoadLogo) => Promise<DraftPaper>
}

export function createReportOperations({
  clock,
  storage,
  workers,
  loadLogo,
}: {
  clock: Clock
  storage: DocumentStorage
  workers: WorkerPool
  loadLogo: LoadLogo
}): Operation[] {
  const definePaper = ({ contract, kind, load }: Paper): Operation =>
    defineQuery({
      contract,
      owner: ({ id }, find) => find[kind](id),
      async run({ input, runQuery, actor }) {
        const paper = {
          ...(await load(runQuery, input.id, getTodayInDublin(clock), loadLogo)),
          inspectionMark: await loadInspectionMark(runQuery, actor),
        }
        const name = `${paper.title}-${paper.facts[0]?.[1] ?? ''}`
        const file = await createPaperFile(paper, name, input.format, workers.forFirm(actor.tenantId))
        return {
          content: Readable.from([file.bytes]),
          contentType: file.contentType,
          fileName: file.fileName,
          sizeBytes: file.bytes.length,
        }
      },
    })
  return [
    defineQuery({
      contract: contract.getBoardPack,
      owner: ({ id }, find) => find.scheme(id),
      async run({ input, runQuery, actor }) {
        const file = await loadSchemeFile(runQuery, input.id, getTodayInDublin(clock), {
          hasRestricted: false,
        })
        const pages = {
          ...renderBoardPack(file),
          mark: await loadInspectionMark(runQuery, actor),
          logo: await loadLogo(runQuery, file.scheme.tenantId),
        }
        const bytes = await renderPdf(pages, workers.forFirm(actor.tenantId))
        return {
          content: Readable.from([bytes]),
          contentType: 'application/pdf',
          fileName: buildFileName('board-pack', file, 'pdf'),
          sizeBytes: bytes.length,
        }
      },
    }),
    defineQuery({
      contract: contract.getSupervisoryPack,
      owner: ({ id }, find) => find.scheme(id),
      async run({ input, runQuery, actor }) {
        // A file is passed on: the person who made a restricted entry sees it on screen only.
        const file = await loadSchemeFile(runQuery, input.id, getTodayInDublin(clock), {
          hasRestricted: isAtLeast(actor.role, 'BrokerAdmin'),
        })
        if (file.scheme.isExample)
          throw createBusinessRuleRefusal(
            'EXAMPLE',
            'A supervisory pack cannot be made of the example scheme',
          )
        const files = await createSupervisoryPack(file, input, {
          runQuery,
          storage,
          runTask: workers.forFirm(actor.tenantId),
          inspectionMark: await loadInspectionMark(runQuery, actor),
          logo: await loadLogo(runQuery, file.scheme.tenantId),
        })
        return {
          content: createZip(files, file.asAtOn),
          contentType: 'application/zip',
          fileName: buildFileName('supervisory-pack', file, 'zip'),
        }
      },
    }),
    definePaper({
      contract: contract.getPolicyFile,
      kind: 'writtenPolicy',
      load: loadPolicyPaper,
    }),
    definePaper({
      contract: contract.getAssessmentFile,
      kind: 'ownRiskAssessment',
      load: loadAssessmentPaper,
    }),
  ]
}

const buildFileName = (
  kind: string,
  { scheme, asAtOn }: { scheme: { name: string }; asAtOn: string },
  extension: string,
): string => `${kind}-${scheme.name.replace(/[^\p{L}\p{N}]+/gu, '-').slice(0, 80)}-${asAtOn}.${extension}`
