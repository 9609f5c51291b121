import type { Guard } from '../../server/database/guards.ts'
import { promises } from '../../server/database/schema-files.ts'
import type { Grant, Policy, Rule, Table } from './read-catalog.ts'
import type { Chapter } from './read-comments.ts'

const head = `# The schema

Written by \`npm run schema\` from the database that \`server/database/schema/\` builds; \`npm run check\` compares the two. The chapters are its files, in the order in which to read them.

No one connects as the tables' owner but the start and the operator's commands. Everyone else acts in a role, and sees and does what is listed under each table: what the role was granted, in the rows that a policy shows. A policy marked *and* narrows what the others show. Left out, because every table has it: \`app_backup\` reads all rows, roles that own functions, and \`app_jobs\`, act on all rows unless a policy is listed, and someone whose access is closed sees nothing in \`public\` (\`active_only\`).

Where a table says what may change, nothing else of a row does: each rule of a column has to hold when it changes. The rules stand as \`create guard\` in the files.

What the roles are for: \`roles.sql\`, below. People are \`app_user\`.
`

const verbs: Record<string, string> = { select: 'read', insert: 'add', update: 'change', delete: 'delete', all: 'all' }

/** @returns docs/schema.md */
export function documentOf(chapters: Chapter[], catalog: Map<string, Table>, guards: Map<string, Guard>): string {
  const contents = chapters.filter(({ tables }) => tables.length > 0).map(contentsOf)
  const parts = chapters
    .filter(({ tables }) => tables.length > 0)
    .map(chapter =>
      [
        `## ${titleOf(chapter)}`,
        paragraphs(chapter.about),
        ...chapter.tables.map(({ name, about, columns }) =>
          tableOf(catalog.get(name), about, columns, guards.get(name)),
        ),
      ].join('\n\n'),
    )
  const promised = [
    '## The five promises',
    "What holds whatever the site's code does. Each stands on a page of its own in `server/database/schema/`.",
    ...chapters
      .filter(({ name }) => promises.includes(name))
      .map(({ name, about }) => `\`${name}.sql\`: ${boldStart(about)}`),
    '## The tables',
  ]
  return `${[head.trim(), ...promised, contents.join('\n'), ...parts].join('\n\n')}\n`
}

const boldStart = (comment: string) => paragraphs(comment).replace(/^([^.]+\.)/, '**$1**')

const titleOf = ({ name }: Chapter) => name[0]?.toUpperCase() + name.slice(1).replaceAll('-', ' ')

const contentsOf = (chapter: Chapter) =>
  `- **${titleOf(chapter)}**: ${chapter.tables.map(({ name }) => `[${name}](#${name.replace('.', '')})`).join(', ')}`

/** Lists and aligned lines of a comment are preserved. */
function paragraphs(comment: string): string {
  if (!/^ {2}/m.test(comment)) return comment.replaceAll('\n', ' ').replaceAll('  ', '\n\n')
  return `\`\`\`\n${comment}\n\`\`\``
}

function tableOf(table: Table | undefined, about: string, comments: Map<string, string>, guard?: Guard): string {
  if (!table) throw new Error('a table of the files is not in the database')
  const rows = table.columns.map(column => {
    const { name, type, expression, isGenerated, isNullable, isIdentity } = column
    const own = table.rules.filter(rule => isOfColumn(rule, table) && rule.columns[0] === name)
    const words = [
      type.replace('timestamp with time zone', 'timestamptz'),
      isNullable && !table.isView ? 'or null' : '',
      isIdentity ? 'counted' : '',
      expression === null ? '' : `${isGenerated ? 'is' : 'default'} \`${plain(expression)}\``,
      ...own.map(wordsOf),
    ]
    return `| \`${name}\` | ${cell(words.filter(Boolean).join(' '))} | ${cell(comments.get(name))} |`
  })
  return [
    `### ${table.name}`,
    ...(about ? [paragraphs(about)] : []),
    ['| Column | Type | |', '|---|---|---|', ...rows].join('\n'),
    ...rulesOf(table, comments),
    ...accessOf(table),
    ...(guard ? [changesOf(guard)] : []),
  ].join('\n\n')
}

const cell = (text = '') => text.replaceAll('\n', ' ').replaceAll('|', '\\|')

/** Whether a rule is documented beside its column: it concerns no other, and has PostgreSQL's default name. */
function isOfColumn({ name, kind, columns }: Rule, table: Table): boolean {
  const [column, ...others] = columns
  const base = `${table.name.replace(/^\w+\./, '')}_`
  return kind !== 'i' && others.length === 0 && (kind === 'p' || kind === 'f' || name.startsWith(`${base}${column}_`))
}

function wordsOf({ kind, definition }: Rule): string {
  if (kind === 'p') return '**key**'
  if (kind === 'u') return 'unique'
  if (kind === 'f') return definition.replace(/^FOREIGN KEY \(\w+\) REFERENCES ([\w.]+)\(\w+\)/, '→ $1').toLowerCase()
  return `\`${plain(definition).replace(/^CHECK/, 'check')}\``
}

function rulesOf(table: Table, comments: Map<string, string>): string[] {
  const lines = table.rules
    .filter(rule => !isOfColumn(rule, table))
    .map(({ name, definition }) => {
      const why = comments.get(name)
      return `- \`${name}\`: \`${plain(definition)}\`${why ? ` ${why.replaceAll('\n', ' ')}` : ''}`
    })
  return lines.length > 0 ? [lines.join('\n')] : []
}

/** @returns a readable expression: PostgreSQL repeats types and names, and turns \`in\` into an array */
function plain(code: string): string {
  return code
    .replace(/\s+/g, ' ')
    .replace(/::text(\[\])?/g, '')
    .replace(/\(+\s*SELECT (app\.\w+\(\)) AS \w+\)+/g, (found, call) => balanced(found, call))
    .replace(/ = ANY \(ARRAY\[([^\]]*)\]\)/g, ' in ($1)')
    .replace(/\(\s+/g, '(')
    .trim()
}

/** @returns a call without redundant surrounding parentheses */
function balanced(found: string, call: string): string {
  const opened = /^\(+/.exec(found)?.[0].length ?? 0
  const closed = /\)+$/.exec(found)?.[0].length ?? 0
  return `${'('.repeat(Math.max(0, opened - closed))}${call}${')'.repeat(Math.max(0, closed - opened))}`
}

function accessOf({ grants, policies }: Table): string[] {
  const roles = [...new Set(grants.map(({ role }) => role))].sort(
    (one, other) => rank(one) - rank(other) || (one < other ? -1 : 1),
  )
  if (roles.length === 0) return ['Nobody but the owner has access.']
  const lines = roles.flatMap(role => [
    `- \`${role}\` may ${grants
      .filter(grant => grant.role === role)
      .map(mayOf)
      .join('; ')}`,
    ...policies.filter(({ roles, name }) => roles.includes(role) && name !== 'active_only').flatMap(policyOf),
  ])
  return [lines.join('\n')]
}

function changesOf({ roles, rules }: Guard): string {
  const lines = rules.map(({ of, columns, roles, condition }) => {
    const what = of === 'columns' ? named(columns) : of
    const when = condition && (condition === 'false' ? 'never' : `when \`${condition}\``)
    return `- ${[what, roles.length > 0 && `by ${named(roles)}`, when].filter(Boolean).join(' ')}`
  })
  return `What may change, ${roles.length > 0 ? `by ${named(roles)}` : 'by anyone'}:\n\n${lines.join('\n')}`
}

const named = (names: string[]) => names.map(name => `\`${name}\``).join(', ')

const rank = (role: string) => (role === 'app_user' ? 0 : 1)

const mayOf = ({ command, columns }: Grant) => (columns ? `${verbs[command]} ${named(columns)}` : verbs[command])

function policyOf({ name, command, isRestrictive, rows, newRows }: Policy): string[] {
  if (rows === 'true' && (newRows === null || newRows === 'true'))
    return command === 'all' ? [] : [`  - \`${name}\`: ${verbs[command]} all rows`]
  const where = [
    rows === null || rows === 'true' ? '' : `where \`${plain(rows)}\``,
    newRows && newRows !== 'true' ? `so that \`${plain(newRows)}\`` : '',
  ]
  return [`  - ${isRestrictive ? '*and* ' : ''}\`${name}\`: ${verbs[command]} ${where.filter(Boolean).join(' ')}`]
}
