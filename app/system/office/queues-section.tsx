import { grouped } from '../../../rules/number.ts'
import type { QueueFigures } from '../server/system-state.ts'
import { Fact, Section } from './facts.tsx'

/** The queues' names on the page; other queues have their own names. */
const names: Record<string, string> = {
  'send-mail': 'E-mail',
  'send-notices': 'Updates to be e-mailed',
  'remove-file': 'Files to remove',
  'check-file': 'Malware checks',
  'remind-access-review': 'Reminder of the access review',
  'send-reminders': 'Reminders',
  'send-audit': 'Audit log to AUDIT_SINK',
  'sign-audit-head': 'Proof of the audit log',
  'back-up': 'Backup',
  sweep: 'Comparing documents and files',
  'clean-up': 'Clean-up',
}

export function QueuesSection({ queues }: { queues: readonly QueueFigures[] }) {
  return (
    <Section
      title="Jobs"
      note="What the site does on its own, such as sending e-mail."
      empty={
        queues.length === 0 && (
          <>
            <strong>Nothing is waiting.</strong> E-mail, malware checks and other jobs appear here while they wait.
          </>
        )
      }
    >
      {queues.map(queue => (
        <Fact key={queue.name} name={names[queue.name] ?? queue.name}>
          {wordsFor(queue)}
        </Fact>
      ))}
    </Section>
  )
}

function wordsFor({ ready, deferred, active, failed }: QueueFigures): string {
  const counts = [
    { count: active, what: 'running' },
    { count: ready, what: 'waiting' },
    { count: deferred, what: 'to be done later' },
    { count: failed, what: 'given up' },
  ]
  return counts
    .filter(({ count }) => count > 0)
    .map(({ count, what }) => `${grouped(count)} ${what}`)
    .join(', ')
}
