/** Requests with a file: multipart bodies are read here, and a file that no command has claimed is discarded. */
import type { FastifyRequest } from 'fastify'
import { receiveUpload } from '../operation/upload.ts'
import { SYSTEM } from '../pipeline/act-as.ts'
import {
  type AccountOrCommand,
  type Answered,
  type Upload,
  type UploadContext,
  unchanged,
} from '../pipeline/define-operation.ts'
import type { AuthenticatedUser, Pipeline } from '../pipeline/pipeline.ts'
import { createSessionEndedRefusal } from '../pipeline/refusal.ts'

/** Text fields of a form, by name. */
export type Fields = Record<string, unknown>
/** Reads a multipart body: fields and the one file, in any order. Implemented in http/multipart.ts. */
export type ReadMultipart = (
  request: FastifyRequest,
  takeFile: (name: string | undefined, source: AsyncIterable<Uint8Array>) => Promise<void>,
) => Promise<Fields>

/** The file is stored before the fields are validated, because they may come after it in the body. */
export function createMultipartReceiver({
  pipeline,
  findUser,
  readMultipart,
}: {
  pipeline: Pipeline
  findUser: (request: FastifyRequest) => AuthenticatedUser | null
  readMultipart: ReadMultipart
}) {
  function contextOf(
    { kind, contract }: AccountOrCommand,
    request: FastifyRequest,
  ): Pick<UploadContext, 'actor' | 'inBookkeepingTransaction'> {
    if (kind === 'account')
      return {
        actor: SYSTEM,
        inBookkeepingTransaction: (work) =>
          pipeline.actAs(SYSTEM, contract.name, async (tx) => unchanged(await work(tx))),
      }
    const user = findUser(request)
    if (!user) throw createSessionEndedRefusal()
    return { actor: user, inBookkeepingTransaction: pipeline.bookkeepingTransactionAs(user) }
  }

  return async (
    operation: AccountOrCommand,
    request: FastifyRequest,
    run: (fields: Fields, upload: Upload<unknown> | null) => Promise<Answered>,
  ): Promise<Answered> => {
    const { contract, file } = operation
    if (!file) throw new Error(`${contract.name} has no file handler`)
    const context = contextOf(operation, request)
    let upload: Upload<unknown> | null = null
    let isClaimed = false
    try {
      const fields = await readMultipart(request, async (name, source) => {
        upload = await receiveUpload(file, { fileName: name, source }, contract.fileBytes ?? 0, context)
      })
      // The contract names the field; a body without the file is refused like one that lacks another field.
      const answered = await run((contract.fromForm?.(fields) as Fields | undefined) ?? fields, upload)
      isClaimed = !answered.isReplayed && answered.status < 300
      return answered
    } finally {
      // A discard that fails leaves the file to housekeeping; the caller has to know the failure that led here.
      if (upload && !isClaimed)
        await file.discard?.((upload as Upload<unknown>).content, context)?.catch(() => {})
    }
  }
}
