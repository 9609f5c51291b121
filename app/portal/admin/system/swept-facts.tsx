import { countOf, grouped } from '../../../../rules/number.ts'
import type { SystemState } from '../../../../server/system/system-state.ts'
import { Badge } from '../../../ui/badge.tsx'
import { storageSize } from '../../../ui/file-size.ts'
import { FormattedDate } from '../../../ui/formatted-date.tsx'
import { PersonLink } from '../person-link.tsx'
import { Fact } from './facts.tsx'

/** The result of comparing the documents with the stored files. */
export function SweptFacts({ sweep: { last, missing } }: Pick<SystemState, 'sweep'>) {
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
