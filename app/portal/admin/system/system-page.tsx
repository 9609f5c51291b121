import { countOf } from '../../../../rules/number.ts'
import type { SystemState } from '../../../../server/system/system-state.ts'
import { Badge } from '../../../ui/badge.tsx'
import { FormattedDate } from '../../../ui/formatted-date.tsx'
import { LoadError } from '../../load-error.tsx'
import type { Refusal } from '../../refusal.ts'
import counted from '../counted-page.module.css'
import { ListHead } from '../list-head.tsx'
import { BackupsSection } from './backups-section.tsx'
import { Fact, Section } from './facts.tsx'
import { FilesSection } from './files-section.tsx'
import { findProblems, type Problem } from './problems.tsx'
import { QueuesSection } from './queues-section.tsx'
import style from './system-page.module.css'

type Props = { state?: SystemState; loadError?: Refusal }

/** The state of the site's data, for administrators; problems come first. */
export function SystemPage({ state, loadError }: Props) {
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
    <ul className={`plain-list ${style.problems}`} aria-label="Needs attention">
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
      note="Once a day, a signed proof of the log leaves the site, so that nobody can change the log and stay unnoticed."
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
        {required ? 'Required of administrators and approvers' : 'Offered to everyone, required of nobody'}
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
