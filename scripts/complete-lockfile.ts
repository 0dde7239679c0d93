/**
 * Adds to package-lock.json what npm leaves out: the entries of optional packages for other platforms that it could
 * not look up when the lockfile was written. Without them `npm ci` refuses the lockfile as out of step with
 * package.json. They have no integrity, because nobody has seen them; a platform that needs one installs it unverified.
 * With --check it only says which are missing.
 */
import { readFile, writeFile } from 'node:fs/promises'

interface LockedPackage {
  version?: string
  dev?: boolean
  optional?: boolean
  os?: string[]
  cpu?: string[]
  libc?: string[]
  optionalDependencies?: Record<string, string>
}

const target = new URL('../package-lock.json', import.meta.url)
const SYSTEMS = ['android', 'darwin', 'freebsd', 'linux', 'openharmony', 'win32']

/** `@swc/core-linux-arm-gnueabihf` says for which platform it is; npm installs it nowhere else. */
function platformOf(name: string): Pick<LockedPackage, 'os' | 'cpu' | 'libc'> {
  const words = name.split('-')
  const at = words.findIndex((word) => SYSTEMS.includes(word))
  const [system, cpu] = [words[at], words[at + 1]]
  if (!system || !cpu) throw new Error(`${name} does not say for which platform it is`)
  const library = words.slice(at + 2).join('-')
  const libc = library.startsWith('musl') ? ['musl'] : library.startsWith('gnu') ? ['glibc'] : null
  return { os: [system], cpu: [cpu], ...(system === 'linux' && libc ? { libc } : {}) }
}

/** Where Node would look for a package, nearest first. */
function* placesOf(name: string, dependent: string): Generator<string> {
  for (
    let folder = dependent;
    folder;
    folder = folder.slice(0, Math.max(0, folder.lastIndexOf('/node_modules/')))
  ) {
    yield `${folder}/node_modules/${name}`
  }
  yield `node_modules/${name}`
}

const lockfile = JSON.parse(await readFile(target, 'utf8')) as { packages: Record<string, LockedPackage> }
const missing = Object.entries(lockfile.packages).flatMap(([dependent, { dev, optionalDependencies = {} }]) =>
  Object.entries(optionalDependencies)
    .filter(([name]) => !placesOf(name, dependent).some((place) => lockfile.packages[place]))
    .map(([name, version]) => ({ name, version, dev })),
)

if (!process.argv.includes('--check')) {
  for (const { name, version, dev } of missing) {
    if (!/^\d+\.\d+\.\d+/.test(version))
      throw new Error(`${name} is asked for as ${version}, not as one version`)
    const entry: LockedPackage = { version, ...(dev && { dev }), optional: true, ...platformOf(name) }
    lockfile.packages[`node_modules/${name}`] = entry
  }
  lockfile.packages = Object.fromEntries(
    Object.entries(lockfile.packages).sort(([a], [b]) => a.localeCompare(b, 'en')),
  )
  await writeFile(target, `${JSON.stringify(lockfile, null, 2)}\n`)
} else if (missing.length > 0) {
  process.stderr.write(
    `package-lock.json lacks ${missing.map(({ name }) => name).join(', ')}: run npm run lockfile\n`,
  )
  process.exitCode = 1
}
