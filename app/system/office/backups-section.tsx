import { grouped } from '../../../rules/number.ts'
import { Badge } from '../../shell/ui/badge.tsx'
import { storageSize } from '../../shell/ui/file-size.ts'
import { FormattedDate } from '../../shell/ui/formatted-date.tsx'
import type { SystemState } from '../server/system-state.ts'
import { Fact, Section } from './facts.tsx'
import { failedBackup, runningBackup } from './problems.tsx'

type Props = Pick<SystemState, 'backups' | 'archive'> & { isEmbedded: boolean }

/** The last good backup, and when the next is due. */
export function BackupsSection({ backups, archive, isEmbedded }: Props) {
  const { isNightly, newest, lastGood, next } = backups
  const running = runningBackup(backups)
  const failed = failedBackup(backups)
  return (
    <Section
      title="Backups"
      note="Copies of the database and all files, from which everything can be restored."
      empty={!isNightly && newest.length === 0 && <NoBackups />}
    >
      <Fact name="Last good backup">
        <LastGood {...backups} />
      </Fact>
      {lastGood && (
        <Fact name="Last test">
          {lastGood.verified_at ? (
            <>
              Restored and compared on <FormattedDate date={lastGood.verified_at} time />
            </>
          ) : (
            <>
              Not tested yet. To restore it elsewhere and compare everything, run <code>npm run backup -- verify</code>{' '}
              on the server.
            </>
          )}
        </Fact>
      )}
      {running && (
        <Fact name="Now">
          A backup has been running since <FormattedDate date={running.started_at} time />
        </Fact>
      )}
      {failed && (
        <Fact name="Last failure">
          <FormattedDate date={failed.started_at} time />
          <small>{failed.error}</small>
        </Fact>
      )}
      <Fact name="Next backup">
        {next ? (
          <>
            <FormattedDate date={next} time />, as every night
          </>
        ) : (
          <>
            When <code>npm run backup</code> is run on the server
          </>
        )}
      </Fact>
      <Fact name="Between backups">
        <Archive archive={archive} isEmbedded={isEmbedded} />
      </Fact>
    </Section>
  )
}

function NoBackups() {
  return (
    <>
      <strong>No backups yet.</strong> Ask the person who runs the server to turn them on, to another disk or a store
      elsewhere (<code>BACKUP_URL</code>). From then on the site makes one every night, and this page says how they
      went.
    </>
  )
}

function LastGood({ lastGood, isOverdue }: SystemState['backups']) {
  if (!lastGood?.moment) return 'None yet. The first one is made within a day.'
  const { moment, target, files, bytes } = lastGood
  return (
    <>
      <FormattedDate date={moment} time /> {isOverdue && <Badge tone="danger">Overdue</Badge>}
      <small>
        {grouped(files ?? 0)} files. It added {storageSize(bytes ?? 0)} to {target}
      </small>
    </>
  )
}

function Archive({ archive, isEmbedded }: Pick<Props, 'archive' | 'isEmbedded'>) {
  if (!archive) {
    if (!isEmbedded) return 'Your PostgreSQL’s own archiving applies.'
    return 'Nothing is archived. What changed since the last backup would be lost with this machine.'
  }
  const { archived_until, error, target } = archive
  return (
    <>
      {archived_until ? (
        <>
          The database is archived up to <FormattedDate date={archived_until} time />
        </>
      ) : (
        'Archiving the database has just begun.'
      )}{' '}
      {error && <Badge tone="danger">Failing</Badge>}
      <small>{error ?? `In ${target}`}</small>
    </>
  )
}
