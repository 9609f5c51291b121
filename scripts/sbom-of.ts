import { createHash } from 'node:crypto'

/** One entry of `packages` in a package-lock.json of version 3. */
export interface LockedPackage {
  name?: string
  version?: string
  resolved?: string
  integrity?: string
  license?: string
  dependencies?: Record<string, string>
  optionalDependencies?: Record<string, string>
  peerDependencies?: Record<string, string>
  peerDependenciesMeta?: Record<string, { optional?: boolean }>
}

export interface Lock {
  packages: Record<string, LockedPackage>
}

/** Packages without a license in package.json, and the one that their readme or LICENSE file states. */
const statedElsewhere: Record<string, string> = { 'combine-errors': 'MIT', 'png-js': 'MIT' }

/**
 * Lists everything that runs on a server, or is built into its pages, on any supported platform. npm's own `npm sbom
 * --omit dev` is not used: it omits whatever a development tool needs as well (with npm 11.19 nodemailer, vite and
 * pg-types among others), lists optional packages only if they are installed, and without node_modules it prints only
 * an error.
 * @param lock package-lock.json
 * @param at when the list was made
 * @returns a CycloneDX 1.6 document (ECMA-424)
 */
export function sbomOf(lock: Lock, at: Date) {
  const shipped = shippedPackages(lock)
  const root = { ...lock.packages[''], path: '' }
  const refs = new Map(shipped.map(({ path }) => [path, refOf(path, lock)]))
  return {
    $schema: 'http://cyclonedx.org/schema/bom-1.6.schema.json',
    bomFormat: 'CycloneDX',
    specVersion: '1.6',
    serialNumber: `urn:uuid:${uuidOf(JSON.stringify(lock.packages))}`,
    version: 1,
    metadata: {
      timestamp: at.toISOString(),
      lifecycles: [{ phase: 'pre-build' }],
      component: {
        type: 'application',
        'bom-ref': refOf('', lock),
        name: root.name,
        version: root.version,
        purl: purlOf(root.name ?? '', root.version ?? ''),
      },
    },
    components: shipped.map(({ path, optional }) => componentOf(path, lock.packages[path] ?? {}, optional)),
    dependencies: [
      { ref: refOf('', lock), dependsOn: unique(needsOf('', lock).map(({ path }) => refs.get(path) ?? '')) },
      ...shipped.map(({ path }) => ({
        ref: refs.get(path) ?? '',
        dependsOn: unique(needsOf(path, lock).map(need => refs.get(need.path) ?? '')),
      })),
    ].filter((entry, i, all) => all.findIndex(({ ref }) => ref === entry.ref) === i),
  }
}

interface Shipped {
  path: string
  /** Whether it is optional for everything that needs it. */
  optional: boolean
}

/** @returns every package reachable from the project without its development tools, once for each version, by name */
function shippedPackages(lock: Lock): Shipped[] {
  const found = new Map<string, boolean>()
  const visit = (path: string, inOptional: boolean) => {
    for (const need of needsOf(path, lock)) {
      const optional = inOptional || need.optional
      const known = found.get(need.path)
      if (known === undefined || (known && !optional)) {
        found.set(need.path, optional)
        visit(need.path, optional)
      }
    }
  }
  visit('', false)
  const byRef = new Map<string, Shipped>()
  for (const [path, optional] of [...found].toSorted(([one], [other]) => Number(one > other) - Number(one < other))) {
    const ref = refOf(path, lock)
    byRef.set(ref, { path, optional: optional && (byRef.get(ref)?.optional ?? true) })
  }
  return [...byRef.values()]
}

/** @returns the dependencies of a package, where Node finds them */
function needsOf(path: string, lock: Lock): Shipped[] {
  const { dependencies, optionalDependencies, peerDependencies, peerDependenciesMeta } = lock.packages[path] ?? {}
  const peers = Object.keys(peerDependencies ?? {}).filter(name => !peerDependenciesMeta?.[name]?.optional)
  const names = new Set([...Object.keys({ ...dependencies, ...optionalDependencies }), ...peers])
  return [...names].flatMap(name => {
    const at = resolve(name, path, lock)
    return at === undefined ? [] : [{ path: at, optional: Boolean(optionalDependencies?.[name]) }]
  })
}

/** Searches the package's own node_modules, then those above it, like Node. */
function resolve(name: string, from: string, lock: Lock): string | undefined {
  const above = from
    .split('/node_modules/')
    .map((_, i, parts) => parts.slice(0, parts.length - i).join('/node_modules/'))
  return [...above.filter(Boolean).map(folder => `${folder}/node_modules/${name}`), `node_modules/${name}`].find(
    path => lock.packages[path],
  )
}

function componentOf(path: string, { version = '', resolved, integrity, license }: LockedPackage, optional: boolean) {
  const full = nameAt(path)
  const [group, name] = full.startsWith('@') ? full.split('/') : [undefined, full]
  return {
    type: 'library',
    'bom-ref': `${full}@${version}`,
    ...(group && { group }),
    name,
    version,
    scope: optional ? 'optional' : 'required',
    ...(integrity && { hashes: hashesOf(integrity) }),
    licenses: [licenseOf(license ?? statedElsewhere[full] ?? 'unknown')],
    purl: purlOf(full, version),
    ...(resolved && { externalReferences: [{ type: 'distribution', url: resolved }] }),
  }
}

/** SPDX ids and expressions are in different fields. */
function licenseOf(license: string) {
  if (/\s(OR|AND|WITH)\s/.test(license)) return { expression: license }
  return { license: /^[\w.+-]+$/.test(license) && license !== 'unknown' ? { id: license } : { name: license } }
}

/** @param integrity Subresource Integrity: an algorithm, a hyphen, the hash in base64 */
function hashesOf(integrity: string) {
  return integrity.split(' ').map(hash => {
    const [algorithm = '', content = ''] = hash.split(/-(.*)/s)
    return { alg: algorithm.replace('sha', 'SHA-'), content: Buffer.from(content, 'base64').toString('hex') }
  })
}

/** A package URL: https://github.com/package-url/purl-spec, type npm. */
function purlOf(name: string, version: string): string {
  return `pkg:npm/${name.replace(/^@/, '%40')}@${version}`
}

const nameAt = (path: string) => path.slice(path.lastIndexOf('node_modules/') + 'node_modules/'.length)

function refOf(path: string, lock: Lock): string {
  const { name, version } = lock.packages[path] ?? {}
  return `${path === '' ? name : nameAt(path)}@${version}`
}

const unique = (names: string[]) => [...new Set(names)].filter(Boolean).toSorted()

/** @returns a UUID that depends only on a text, so that the same packages have the same serial number (RFC 9562, 5.8) */
function uuidOf(text: string): string {
  const hex = createHash('sha256').update(text).digest('hex')
  return `${hex.slice(0, 8)}-${hex.slice(8, 12)}-8${hex.slice(13, 16)}-a${hex.slice(17, 20)}-${hex.slice(20, 32)}`
}
