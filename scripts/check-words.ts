// Finds banned words: awkward phrases in texts for people, in comments of the product's code and of its database's
// schema, and, in folders that are already clean, in names. Part of `npm run check`.

import { execFileSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { parseSync } from 'vite'

/** A regular expression in which a space matches any white space, and what to write instead. */
type Ban = readonly [words: string, instead: string]

/** In texts for people, and in names and comments of the files in `clean`. */
const everywhere: readonly Ban[] = [
  ['anew', 'again'],
  ['afresh', 'again'],
  ['lately', 'recently'],
  ['whoever', 'anyone who, or the person'],
  ["one['’]s(?: own)?", 'your, their'],
  ['for ever', 'forever'],
  ['per cent', 'percent, or %'],
  ['licence|dialled|neighbour\\w*|honour\\w*|favour\\w*|labelled', 'the American spelling'],
  ['\\d+(?:KB|MB|GB)', 'a space before the unit'],
]

/** In texts for people: strings and JSX text of the code, and every Markdown file. */
const inTexts: readonly Ban[] = [
  ['may be found', 'is in, you’ll find'],
  ['(?:time|code|link|session|report|call)\\b[^.]{0,12} is over', 'expired, ended'],
  ['(?:wrong|many) tries', 'failed attempts'],
  ['unwanted mail', 'spam'],
  ['(?:money|dollars|principal|\\}) comes? back', 'is returned'],
  ['stands? (?:here|there|twice|at the end)', 'appears, is'],
  ['not yours to see', 'You don’t have access'],
  ['(?:told|sent|comes?|goes) by mail', 'by e-mail'],
  ['passed on to nobody', 'We never share it'],
  ['you need do', 'you don’t need to do'],
  ['just now\\. Nothing', 'We couldn’t … Nothing is lost'],
  ['cancell(?:ed|ing)', 'canceled, canceling'],
  ['To whom', 'Recipients'],
  ['One document is|Divide the files', 'How the file splits, Split by'],
  ['Somebody else decides|Decided last', 'Needs another approver, Recent decisions'],
  ['Unlike last time', 'Changed since last payment'],
  ['waits? for a second person', 'needs approval, is pending approval'],
  ['(?:signature|document)s? we (?:wait|asked) for', 'outstanding, requested'],
  ['(?:is|are) known again', 'is skipped'],
  ['Of the bank', 'Bank line'],
  ['what is chosen', 'the selected …'],
  ['for who (?:approves|decides)', 'for the approver'],
  ['finds? fewer', 'narrow the search'],
  ['Empty: what', 'Leave blank for …'],
  ['Write the draft', 'Save draft'],
  ['Most rights first|Longest unseen', 'By role, Least recently active'],
  ['Looked (?:through|at (?:where|someone|an account))', 'Viewed, Reviewed'],
  ['no law demands', 'we aren’t legally required to keep'],
  ['Said that they', 'Reported'],
  ['(?:document|paper) that says so', 'supporting document'],
  ['(?:Invite a|All|No) users?', 'person, people'],
  ['(?:who|people who|that you) can look', 'who has access, shared access'],
  ['(?:let|lets|letting) (?:someone|somebody|them|others|your [a-z]+|people) look', 'share access, share with'],
  ["(?:only look|look only):? they can[’']t", 'They can view and download. They can’t …'],
  ['tax papers?', 'tax forms, tax documents'],
  ['(?:your|make a|new) calendar address', 'calendar link'],
  ['name amounts in', 'show amounts'],
  ['no (?:administrator|rate|day|page|address|mail address|language tag) (?:such as|of the site|above)', 'not a …'],
]

/** In texts of the site itself, in `app/`, `rules/` and `server/`. */
const ofTheSite: readonly Ban[] = [
  ['somebody(?: else)?', 'someone, another person'],
  ['everybody(?: else)?', 'everyone'],
  ['nobody(?: else)?', 'no one'],
  ['(?:is|are|was|were|been|be) told', 'notified'],
  ['looks? (?:through|at) (?:it|them|this|these|what|the|your|where|who|an?)', 'review, check'],
  ['(?:that|and|it|which|who|will|they) waits? for', 'is pending, needs, awaits'],
  ['(?:has|have) moved on', 'has changed'],
  ['paper (?:queue|copies)', 'print queue, printed copies'],
  ['ask(?:s|ed)? for (?:its|their|the) release', 'submit for release'],
  ['matched by themselves', 'matched automatically'],
]

/** In names and comments of the files in `clean`. */
const inCode: readonly Ban[] = [
  ['[a-z]\\w*Deciders?|\\w+DeciderNow', 'approver'],
  ['[a-z]\\w*Together|Together[A-Z]\\w*', 'batch approval'],
  ['(?!taxPapers)[a-z]\\w*[a-z]Papers?|Paper(?!Batch|Item|Sources)[A-Z]\\w*', 'document, content, printed copy'],
  ['[Tt]old[A-Z]\\w*|[a-z]+Told|tell[A-Z]\\w*', 'notify, explained, sent'],
  ['[a-z]\\w*[a-z]Looks?|DelegateLooks|Look[A-Z]\\w*', 'evidence, read, view'],
  ['asked[A-Z]\\w*|Asked[A-Z]\\w*|[a-z]+Asked', 'requested'],
  ['[a-z]+Whose|whose[A-Z]\\w*|WhatWaits|WhoAreYou|unlike[A-Z]\\w*', 'the noun'],
  ['\\w+InShort', 'summary'],
  ['mustBe[A-Z]\\w*', 'assertX, enforceX, requireX'],
  ['\\w*Deed(?:s|ToMany)?|deeds?', 'action, NotificationEvent'],
  ['aNew\\w*', 'createX, again'],
  ['for (?:those|people) who hear', 'for screen readers'],
  ['good news', 'success'],
  ['drawn (?:anew|ahead|beforehand)', 'rendered again, prerendered'],
  ['keepFocus|letsOthersIn', 'the field’s term'],
  ['orTrouble|orThrow|asAnswer|whyHeld|meetDevice', 'the field’s term'],
  ['sees? to it that', 'makes sure that'],
  ['in small letters', 'in lower case'],
  ['time is over', 'expired'],
  ['under way', 'in progress'],
  ['taken? back', 'undo, revoke'],
  ['such a one|none such|no such thing', 'the noun'],
  ['wrong try', 'failed attempt'],
]

/** Also in the documentation, except for decisions, which are records of their day. */
const people: Ban = ['(?<!`)(?:somebody|everybody|anybody|nobody)(?: else)?', 'someone, everyone, anyone, no one']

/** In comments of the product and of its database’s schema. */
const inComments: readonly Ban[] = [
  ['Whose', 'the noun: account, holder, recipient'],
  ['whose (?:it|they|this|that|these|those) (?:is|are|was|were)', 'its owner, holder, recipient'],
  ['whose access is', 'disabled, with closed access'],
  ['those whose', 'people who …, holders with …'],
  people,
  ['(?:is|are|was|were|be|been) told', 'notified'],
  ['(?:is|are|was|were|be|been) asked for', 'requested'],
  [
    '(?:is|are|was|were|be|been) looked (?:at|through)|looks? (?:at|through) (?:it|them|a|an|the|what)',
    'reviewed, read',
  ],
  ['(?:who|only) looks?(?! like)|lets? (?:them|someone|others|an? \\w+) look', 'view-only, shared access'],
  ['(?:what|who) waits?(?: for)?', 'what is pending, pending work'],
  ['as whom', 'as the person'],
  ['(?<!`)deciders?', 'administrator or approver'],
  ['the version before asks', 'for the previous version of the site'],
]

/** Files whose names and comments are clean; add a folder here once it is, until all are. */
const clean: readonly string[] = [
  'docs/',
  'README.md',
  'content/',
  'app/',
  'server/',
  'rules/',
  'scripts/',
  'bench/',
  'tests/attacks/',
  'tests/crash/',
  'tests/e2e/',
  'tests/helpers/',
  'tests/integration/',
  'tests/races/',
  'tests/unit/',
]

/** Quotations of the specification, and other programs’ settings. */
const exempt: readonly string[] = [
  "'cancelled'",
  'stated maximum 50MB each',
  'states the 50MB limit',
  'shared_buffers:',
  'promissory, postgres and nobody',
]

/** Files that must contain the words themselves. */
const skipped = ['scripts/check-words.ts', 'tests/unit/check-words.test.ts']

/** @returns whether a file is checked: content/ only while it is the sample fund's; of SQL the schema, which may change */
export function isOurs(path: string, isSample: boolean): boolean {
  const isChecked =
    /\.(?:tsx?|mjs|md)$/.test(path) || /^(?:server\/database\/schema|app\/[\w-]+)\/[\w-]+\.sql$/.test(path)
  return isChecked && !skipped.includes(path) && (isSample || !path.startsWith('content/'))
}

export interface Finding {
  path: string
  line: number
  found: string
  instead: string
}

/** White space between two words, also of a comment that goes on in the next line. */
const gap = String.raw`\s+(?:(?:\*|//|--)\s+)?`

/**
 * @param path of the file in the project, which decides which parts are checked
 * @param source its text
 * @returns every banned word in it, in order
 */
export function bannedIn(path: string, source: string): Finding[] {
  const around = (at: number) => source.slice(Math.max(0, at - 80), at + 80)
  const found = (bans: readonly Ban[], start: number, text: string) =>
    bans.flatMap(([words, instead]) => {
      const pattern = new RegExp(
        `(?<![\\w-])(?:${words.replaceAll(' ', gap)})(?![\\w-])`,
        words === words.toLowerCase() ? 'gi' : 'g',
      )
      return [...text.matchAll(pattern)]
        .filter(({ index }) => !exempt.some(words => around(start + index).includes(words)))
        .map(match => ({
          path,
          line: source.slice(0, start + match.index).split('\n').length,
          found: match[0],
          instead,
        }))
    })
  const foundIn = (bans: readonly Ban[], parts: readonly Part[]) =>
    parts.flatMap(({ start, end }) => found(bans, start, source.slice(start, end)))
  const { texts, comments } = partsOf(path, source)
  const isTest = path.includes('/tests/')
  const names = path.endsWith('.sql') ? comments : [{ start: 0, end: source.length }]
  const banned = [
    ...everywhere,
    ...inTexts,
    ...(/^(?:app|rules|server)\/.*\.tsx?$/.test(path) && !isTest ? ofTheSite : []),
  ]
  const findings = [
    ...foundIn(banned, texts),
    ...(/^(?:docs\/(?!decisions\/)|README)/.test(path) ? foundIn([people], texts) : []),
    ...(clean.some(folder => path.startsWith(folder)) ? foundIn([...everywhere, ...inCode], names) : []),
    ...(/^(?:app|rules|server|scripts)\//.test(path) && !isTest ? foundIn(inComments, comments) : []),
  ]
  return findings
    .filter((one, i) => findings.findIndex(({ line, found }) => line === one.line && found === one.found) === i)
    .sort((a, b) => a.line - b.line)
}

interface Part {
  start: number
  end: number
}

/** @returns the texts for people in a file, and its comments; Markdown is one text */
function partsOf(path: string, source: string): { texts: readonly Part[]; comments: readonly Part[] } {
  if (path.endsWith('.md')) return { texts: [{ start: 0, end: source.length }], comments: [] }
  if (path.endsWith('.sql')) {
    const lines = [...source.matchAll(/^\s*--.*(?:\n\s*--.*)*$/gm)]
    return { texts: [], comments: lines.map(({ 0: text, index }) => ({ start: index, end: index + text.length })) }
  }
  const { program, comments } = parseSync(path, source)
  return { texts: textsOf(program), comments: blocksOf(comments, source) }
}

/** @returns comments, with those of several `//` lines as one */
function blocksOf(comments: readonly Part[], source: string): Part[] {
  const blocks: Part[] = []
  for (const { start, end } of comments) {
    const last = blocks.at(-1)
    if (last && /^\s*$/.test(source.slice(last.end, start))) last.end = end
    else blocks.push({ start, end })
  }
  return blocks
}

/** Strings, templates and JSX text below a node, without names of modules, keys and states. */
function textsOf(node: unknown): Part[] {
  if (Array.isArray(node)) return node.flatMap(textsOf)
  if (!node || typeof node !== 'object' || !('type' in node)) return []
  const { type, start, end, value } = node as { type: string; start: number; end: number; value?: unknown }
  if (/^(?:Import|ExportAll)/.test(type)) return []
  const isName = typeof value === 'string' && /^(?:[a-z._]+|[A-Z]+)$/.test(value)
  if (type === 'JSXText' || type === 'TemplateElement' || (type === 'Literal' && typeof value === 'string' && !isName))
    return [{ start, end }]
  return Object.values(node).flatMap(textsOf)
}

if (import.meta.main) {
  const [{ fund }, { sampleFund }] = await Promise.all([
    import('../content/fund.ts'),
    import('../content/check-leaders.ts'),
  ])
  const folders = ['app', 'content', 'rules', 'server', 'scripts', 'bench', 'tests', 'docs', 'README.md']
  const tracked = execFileSync('git', ['ls-files', '-co', '--exclude-standard', ...folders], { encoding: 'utf8' })
  const paths = tracked.split('\n').filter(path => isOurs(path, fund.name === sampleFund))
  const findings = paths.flatMap(path => bannedIn(path, readFileSync(path, 'utf8')))
  for (const { path, line, found, instead } of findings) console.error(`${path}:${line}: “${found}”: write ${instead}.`)
  process.exitCode = findings.length > 0 ? 1 : 0
}
