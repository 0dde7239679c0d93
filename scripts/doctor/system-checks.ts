/** Checks of everything but the database. They send no mail, no personal data and nothing to an AI provider. */
import { createPrivateKey, randomBytes, X509Certificate } from 'node:crypto'
import { access, constants, mkdtemp, readFile, rm } from 'node:fs/promises'
import { connect } from 'node:net'
import { dirname, join, resolve } from 'node:path'
import { connect as connectSecurely } from 'node:tls'
import type { Config } from '../../src/server/config.ts'
import type { FileStore } from '../../src/server/platform/files/file-store.ts'
import { createLocalFileStore } from '../../src/server/platform/files/local-file-store.ts'
import { createS3FileStore } from '../../src/server/platform/files/s3-file-store.ts'
import { findFreeBytes, MIN_FREE_BYTES } from '../../src/server/platform/free-space.ts'
import { getBaseUrl } from '../../src/server/platform/model-provider/models.ts'
import { loadTracing, TRACING_NOT_INSTALLED } from '../../src/server/platform/trace-package.ts'
import { createClamdScanner } from '../../src/server/platform/virus-scanner.ts'
import {
  buildFailure,
  buildNotConfigured,
  buildOk,
  buildWarning,
  type Finding,
  type Outcome,
  runCheck,
} from './check.ts'

const DAY_MS = 86_400_000
const EXPIRES_SOON_DAYS = 21
const CONNECT_WITHIN_MS = 10_000

/** Texts of the two files, in PEM. */
export function checkCertificate(certificate: string, key: string, now: Date, host: string): Finding {
  const renew = 'Renew the certificate; the service reads the new files without a restart'
  const leaf = new X509Certificate(certificate)
  if (!leaf.checkPrivateKey(createPrivateKey(key)))
    return buildFailure(
      'the key does not belong to the certificate',
      'Set TLS_KEY_FILE to the key of TLS_CERT_FILE',
    )
  const days = Math.floor((leaf.validToDate.getTime() - now.getTime()) / DAY_MS)
  if (days < 0) return buildFailure(`expired on ${leaf.validToDate.toISOString().slice(0, 10)}`, renew)
  if (leaf.validFromDate > now)
    return buildFailure(
      `valid from ${leaf.validFromDate.toISOString().slice(0, 10)} only`,
      'Check the clock of the machine',
    )
  if (leaf.checkHost(host) === undefined)
    return buildFailure(`is not for ${host}`, 'Request a certificate for the host name of APP_URL')
  return days < EXPIRES_SOON_DAYS
    ? buildWarning(`expires in ${days} days`, renew)
    : buildOk(`valid for ${days} days`)
}

export function checkTls({ tls, appUrl }: Pick<Config, 'tls' | 'appUrl'>): Promise<Outcome> {
  return runCheck('TLS files', 'Make both files readable for the user of the service, in PEM', async () => {
    if (!tls) return buildNotConfigured('a proxy must end TLS')
    const [certificate, key] = await Promise.all([
      readFile(tls.certFile, 'utf8'),
      readFile(tls.keyFile, 'utf8'),
    ])
    return checkCertificate(certificate, key, new Date(), new URL(appUrl).hostname)
  })
}

export function checkRedis({ redisUrl }: Pick<Config, 'redisUrl'>): Promise<Outcome> {
  return runCheck('Redis', 'Check REDIS_URL, its password and the firewall', async () => {
    if (redisUrl === null) return buildNotConfigured('each instance counts rate limits separately')
    const { createClient } = await import('redis')
    const client = createClient({
      url: redisUrl,
      socket: { connectTimeout: CONNECT_WITHIN_MS, reconnectStrategy: false },
    })
    client.on('error', () => {})
    try {
      await client.connect()
      await client.ping()
      return buildOk('answers')
    } finally {
      if (client.isOpen) client.destroy()
    }
  })
}

/** Connects, negotiates TLS and signs in; sends no mail. */
export function checkMail({ mail, isProduction }: Pick<Config, 'mail' | 'isProduction'>): Promise<Outcome> {
  return runCheck('Mail relay', 'Check SMTP_URL: host, port, user and password', async () => {
    if (!('smtpUrl' in mail)) return buildNotConfigured('mails are written to files')
    const { createTransport } = await import('nodemailer')
    const options = { url: mail.smtpUrl, requireTLS: isProduction, connectionTimeout: CONNECT_WITHIN_MS }
    const transport = createTransport(options)
    try {
      await transport.verify()
      return buildOk(
        new URL(mail.smtpUrl).username ? 'accepts the connection and the login' : 'accepts the connection',
      )
    } finally {
      transport.close()
    }
  })
}

export function checkFiles({ files }: Pick<Config, 'files'>): Promise<Outcome> {
  const fix =
    'folder' in files
      ? 'Make FILES_DIR writable for the user of the service'
      : 'Check the S3_ variables, and that the access key can put, get and delete objects'
  return runCheck('File store', fix, async () => {
    if ('folder' in files) return verifyLocalStore(files.folder)
    const store = await createS3FileStore(files)
    try {
      return await verifyStore(store)
    } finally {
      store.close()
    }
  })
}

/** Uses a folder of its own and removes it: folders that root leaves in FILES_DIR would keep the user of the service out. */
async function verifyLocalStore(folder: string): Promise<Finding> {
  const probe = await mkdtemp(join(await findExisting(folder), '.doctor-'))
  try {
    return await verifyStore(await createLocalFileStore({ folder: probe }))
  } finally {
    await rm(probe, { recursive: true, force: true })
  }
}

/** Root may use files that the user of the service cannot, so its checks of files and folders prove little. */
export function checkUser({ isProduction }: Pick<Config, 'isProduction'>): Outcome[] {
  if (!isProduction || process.getuid?.() !== 0) return []
  const fix = 'Run the command as the user of the service (docs/operations.md, Checks before the first start)'
  return [{ check: 'User', ...buildWarning('root: access to files and folders is not proven', fix) }]
}

/** Writes, reads and deletes a random object. */
export async function verifyStore(store: FileStore): Promise<Finding> {
  const key = `probes/${randomBytes(12).toString('hex')}`
  const bytes = randomBytes(1_024)
  await store.write(
    key,
    (async function* () {
      yield bytes
    })(),
  )
  try {
    const parts: Uint8Array[] = []
    for await (const part of await store.read(key)) parts.push(part)
    if (!Buffer.concat(parts).equals(bytes))
      return buildFailure('returns other bytes than were written', 'Check the store for a cache or a proxy')
  } finally {
    await store.remove(key)
  }
  return buildOk('writes, reads and deletes')
}

export function checkScanner({
  scanner,
  isProduction,
}: Pick<Config, 'scanner' | 'isProduction'>): Promise<Outcome> {
  return runCheck('Virus scanner', 'Check CLAMD_HOST, and that clamd runs and listens there', async () => {
    if (scanner === null)
      return buildNotConfigured('uploads are not scanned', isProduction ? 'Set CLAMD_HOST' : '')
    await createClamdScanner(scanner).ping()
    return buildOk('answers')
  })
}

/** Opens a connection to the provider, with TLS, and closes it again: no request is sent. */
export function checkProvider({ model }: Pick<Config, 'model'>): Promise<Outcome> {
  return runCheck('AI provider', 'Check AI_BASE_URL or AI_REGION, and the firewall', async () => {
    if (model === null) return buildNotConfigured('answers and drafts come from legal sources and templates')
    const { protocol, hostname, port } = new URL(getBaseUrl(model))
    const host = hostname.replace(/^\[|\]$/g, '')
    await (protocol === 'https:' ? openTls(host, Number(port || 443)) : openTcp(host, Number(port || 80)))
    return buildOk('reachable; the key was not tried, because no request was sent')
  })
}

const NO_BYTES = new Uint8Array()

/** Sends an export without spans, with the headers of the service. */
export function checkTraces({ tracing: settings }: Pick<Config, 'tracing'>): Promise<Outcome> {
  const fix =
    'Check OTEL_EXPORTER_OTLP_ENDPOINT, OTEL_EXPORTER_OTLP_HEADERS and the firewall; the service works without the collector'
  return runCheck('Traces', fix, async () => {
    if (!settings) return buildNotConfigured('requests and jobs are not traced')
    const tracing = await loadTracing(settings, { version: '0.0.0', commit: null }, () => {})
    if (!tracing) return buildFailure('the package in deploy/tracing is not installed', TRACING_NOT_INSTALLED)
    await tracing.close()
    const { status } = await fetch(settings.url, {
      method: 'POST',
      headers: { ...settings.headers, 'content-type': 'application/x-protobuf' },
      body: NO_BYTES,
      redirect: 'manual',
      signal: AbortSignal.timeout(CONNECT_WITHIN_MS),
    })
    if (status === 401 || status === 403)
      return buildFailure(`the collector refuses the headers (${status})`, fix)
    if (status < 200 || status > 299) return buildFailure(`the collector responds with ${status}`, fix)
    return buildOk(`the collector accepts exports (sampler ${settings.sampler})`)
  })
}

const openTcp = (host: string, port: number): Promise<void> =>
  new Promise((resolve, reject) => {
    const socket = connect({ host, port, timeout: CONNECT_WITHIN_MS }, () => {
      socket.destroy()
      resolve()
    })
    socket.on('error', reject).on('timeout', () => socket.destroy(new Error('no answer in time')))
  })

const openTls = (host: string, port: number): Promise<void> =>
  new Promise((resolve, reject) => {
    const socket = connectSecurely({ host, port, servername: host, timeout: CONNECT_WITHIN_MS }, () => {
      socket.destroy()
      resolve()
    })
    socket.on('error', reject).on('timeout', () => socket.destroy(new Error('no answer in time')))
  })

export const checkSpace = (bytes: number): Finding => {
  const detail = `${Math.floor(bytes / 1024 ** 3)} GiB free`
  const fix = 'Enlarge the disk or delete files: below 512 MiB the service reports itself as not ready'
  if (bytes < MIN_FREE_BYTES) return buildFailure(`${Math.floor(bytes / 1024 ** 2)} MiB free`, fix)
  return bytes < 4 * MIN_FREE_BYTES
    ? buildWarning(`${Math.floor(bytes / 1024 ** 2)} MiB free`, fix)
    : buildOk(detail)
}

export async function checkFolders({
  dataDir,
  anchorsDir,
  files,
}: Pick<Config, 'dataDir' | 'anchorsDir' | 'files'>): Promise<Outcome[]> {
  const folders = new Set([dataDir, anchorsDir, ...('folder' in files ? [files.folder] : [])])
  return Promise.all(
    [...folders].map((folder) =>
      runCheck(`Disk ${folder}`, 'Create the folder and make the user of the service its owner', async () => {
        const existing = await findExisting(folder)
        await access(existing, constants.W_OK)
        return checkSpace(await findFreeBytes(existing))
      }),
    ),
  )
}

/** The folder, or the nearest one above it: a start creates those below. */
async function findExisting(folder: string): Promise<string> {
  for (let path = resolve(folder); ; path = dirname(path)) {
    const exists = await access(path).then(
      () => true,
      () => false,
    )
    if (exists || path === dirname(path)) return path
  }
}
