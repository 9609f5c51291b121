import { countOf, grouped } from '../../../rules/number.ts'
import counted from '../../shell/office/counted-page.module.css'
import { ListHead } from '../../shell/office/list-head.tsx'
import { PersonLink } from '../../shell/office/person-link.tsx'
import { loadList, type Shown, showList } from '../../shell/portal/list-page.tsx'
import { LoadError } from '../../shell/portal/load-error.tsx'
import { Badge } from '../../shell/ui/badge.tsx'
import { storageSize } from '../../shell/ui/file-size.ts'
import { FormattedDate } from '../../shell/ui/formatted-date.tsx'
import type { SystemState } from '../server/system-state.ts'
import { BackupsSection } from './backups-section.tsx'
import { Fact, Section } from './facts.tsx'
import { findProblems, isAlmostFull, type Problem } from './problems.tsx'
import { QueuesSection } from './queues-section.tsx'
import style from './system-page.module.css'

export const loader = loadList({
  read: async ({ actor, operations }) => ({ state: await operations.getSystemState(actor) }),
  none: { state: undefined },
  failed: 'LOAD_SYSTEM_FAILED',
})

export default showList<typeof loader>(SystemPage)

/** The state of the site's data, for administrators; problems come first. */
function SystemPage({ state, loadError }: Shown<typeof loader>) {
  const problems = state ? findProblems(state) : []
  return (
    <div className={counted.page}>
      <ListHead title="System" count={state && summaryOf(problems)} />
      <LoadError error={loadError} />
      {state && (
        <>
          <ProblemList problems={problems} />
          <BackupsSection backups={state.backups} archive={state.archive} isEmbedded={state.versions.isEmbedded} />
          <FilesSection files={state.files} sweep={state.sweep} />
          <QueuesSection queues={state.queues} />
          <AuditSection head={state.head} />
          <SignInSection passkeyRule={state.passkeyRule} />
          <ConnectionsSection connections={state.plainConnections} />
          <SiteSection versions={state.versions} weaknesses={state.weaknesses} />
        </>
      )}
    </div>
  )
}

function summaryOf(problems: readonly Problem[]): string {
  if (problems.length === 0) return 'Everything is in order'
  return countOf(problems.length, 'thing needs attention', 'things need attention')
}

function ProblemList({ problems }: { problems: readonly Problem[] }) {
  if (problems.length === 0) return null
  return (
    <ul className={`plain-list divided ${style.problems}`} aria-label="Needs attention">
      {problems.map(({ key, what, act }) => (
        <li key={key}>
          <strong>{what}</strong> {act}
        </li>
      ))}
    </ul>
  )
}

function AuditSection({ head: { sentAt, entries, to } }: Pick<SystemState, 'head'>) {
  return (
    <Section
      title="Audit log"
      note="Once a day, a signed proof of the log leaves the site, so that a change of the log can’t go unnoticed."
    >
      <Fact name="Last proof">
        {sentAt ? (
          <>
            <FormattedDate date={sentAt} time />, of {countOf(entries, 'entry', 'entries')}
          </>
        ) : (
          'None yet'
        )}
        <small>Sent to {to}</small>
      </Fact>
    </Section>
  )
}

function SignInSection({ passkeyRule: { required, bySetting, address } }: Pick<SystemState, 'passkeyRule'>) {
  return (
    <Section title="Sign-in" note="How administrators and approvers show that it’s them.">
      <Fact name="Passkeys">
        {required ? 'Required of administrators and approvers' : 'Optional for everyone'}
        <small>
          {bySetting ? (
            <>
              <code>REQUIRE_ADMIN_PASSKEY</code> is set to {required ? '1' : '0'}
            </>
          ) : (
            whyByAddress[address]
          )}
        </small>
      </Fact>
    </Section>
  )
}

const whyByAddress = {
  public: 'This site has a public https address',
  local: 'This site has no public https address',
  demo: 'This is the demo',
}

function ConnectionsSection({ connections }: { connections: SystemState['plainConnections'] }) {
  return (
    <Section
      title="Connections"
      note="What other machines carry unencrypted. On a network that only your machines share, it may stay so."
      empty={connections.length === 0 && 'Whatever leaves this machine is encrypted.'}
    >
      {connections.map(({ what, setting, host, act }) => (
        <Fact key={setting} name={what}>
          {host} <Badge tone="danger">Not encrypted</Badge>
          <small>
            <code>{setting}</code>: {act}
          </small>
        </Fact>
      ))}
    </Section>
  )
}

/** Short labels of weaknesses that aren't about a version. */
const badges: Partial<Record<SystemState['weaknesses'][number]['key'], string>> = {
  root: 'Runs as root',
  mail: 'No e-mail',
  proxy: 'Visitors’ addresses',
}

function SiteSection({ versions, weaknesses }: Pick<SystemState, 'versions' | 'weaknesses'>) {
  const { site, node, database, migration, isEmbedded, startedAt } = versions
  return (
    <Section title="Site" note="Which versions run.">
      <Fact name="Version">
        {site}, running since <FormattedDate date={startedAt} time />
      </Fact>
      <Fact name="Database">
        PostgreSQL {database}, {isEmbedded ? 'the one that comes with the site' : 'a server of your own'}
        <small>Migrated up to {migration.replace(/\.sql$/, '')}</small>
      </Fact>
      <Fact name="Node.js">{node}</Fact>
      {weaknesses.map(({ key, what, act }) => (
        <Fact key={key} name="To change">
          <Badge tone="danger">{badges[key] ?? 'Known vulnerabilities'}</Badge> {what}
          <small>{act}</small>
        </Fact>
      ))}
    </Section>
  )
}

function FilesSection({ files: stored, sweep }: Pick<SystemState, 'files' | 'sweep'>) {
  const { place, isReachable, files, bytes, free } = stored
  return (
    <Section title="Files" note="The documents that people and the fund have uploaded.">
      <Fact name="Stored">
        {files === 0 ? 'No files yet. They will be counted here.' : `${countOf(files, 'file')}, ${storageSize(bytes)}`}
      </Fact>
      <Fact name="Where">
        {place} {!isReachable && <Badge tone="danger">Doesn’t answer</Badge>}
      </Fact>
      {isReachable && (
        <Fact name="Free">
          {free === undefined ? 'No limit of its own' : storageSize(free)}{' '}
          {isAlmostFull(stored) && <Badge tone="danger">Almost full</Badge>}
        </Fact>
      )}
      <SweptFacts sweep={sweep} />
    </Section>
  )
}

/** The result of comparing the documents with the stored files. */
function SweptFacts({ sweep: { last, missing } }: Pick<SystemState, 'sweep'>) {
  const unnamed = missing.total - missing.documents.length
  return (
    <>
      <Fact name="Compared">
        {last ? (
          <>
            {countOf(last.documents, 'document')} with the stored files on <FormattedDate date={last.finishedAt} time />
            {missing.total === 0 && <small>Every document had its file.</small>}
          </>
        ) : (
          'Not yet. Once a week, the documents are compared with the stored files.'
        )}
      </Fact>
      {missing.total > 0 && (
        <Fact name="Missing">
          <Badge tone="danger">{countOf(missing.total, 'file')}</Badge>
          {missing.documents.map(({ id, filename, userId, owner }) => (
            <small key={id}>
              {filename} of <PersonLink id={userId}>{owner}</PersonLink>
            </small>
          ))}
          {unnamed > 0 && <small>and {grouped(unnamed)} more</small>}
        </Fact>
      )}
      {last !== undefined && last.orphans > 0 && (
        <Fact name="Without a document">
          {countOf(last.orphans, 'file')}, {storageSize(last.orphanBytes)}
          <small>
            To delete what is older than a day, run <code>npm run admin -- sweep --delete</code> on the server.
          </small>
        </Fact>
      )}
    </>
  )
}
