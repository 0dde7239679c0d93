/**
 * Replaces the TLS certificate of a running server: when its files change, or on SIGHUP. Open connections keep theirs. Files that do not
 * fit together are not used: a renewal writes two files one after the other, and the former certificate stays until both are there.
 */
import { readFileSync } from 'node:fs'
import { stat } from 'node:fs/promises'
import type { Server } from 'node:https'
import { createSecureContext } from 'node:tls'
import type { Log } from '../platform/log.ts'

export interface CertificateFiles {
  certFile: string
  keyFile: string
}

/** TLS 1.3 only (Spec 5.14), here too: a context without it would accept older versions. */
export const readTlsOptions = ({ certFile, keyFile }: CertificateFiles) => ({
  cert: readFileSync(certFile),
  key: readFileSync(keyFile),
  minVersion: 'TLSv1.3' as const,
})

/** A poll and no notification: mounted secrets and network folders send none. */
const EVERY_MS = 10_000

export interface CertificateReload {
  /** Reads the files now. */
  reload(): void
  stop(): void
}

export function watchCertificate(
  server: Pick<Server, 'setSecureContext'>,
  files: CertificateFiles,
  log: Pick<Log, 'info' | 'error'>,
  everyMs = EVERY_MS,
): CertificateReload {
  let known = ''
  const fingerprintOf = async (): Promise<string> => {
    const both = await Promise.all([stat(files.certFile), stat(files.keyFile)])
    return both.map(({ ino, size, mtimeMs }) => `${ino}:${size}:${mtimeMs}`).join(' ')
  }
  const reload = (): void => {
    try {
      const options = readTlsOptions(files)
      // Throws if the key does not belong to the certificate.
      createSecureContext(options)
      server.setSecureContext(options)
      log.info('the TLS certificate was read again')
    } catch (error) {
      log.error(
        'the TLS files cannot be used: the former certificate stays. Check that TLS_KEY_FILE belongs to TLS_CERT_FILE',
        { error },
      )
    }
  }
  const look = async (): Promise<void> => {
    const current = await fingerprintOf().catch(() => known)
    if (current === known) return
    const isFirst = known === ''
    known = current
    if (!isFirst) reload()
  }
  void look()
  const timer = setInterval(() => void look(), everyMs)
  timer.unref()
  return { reload, stop: () => clearInterval(timer) }
}
