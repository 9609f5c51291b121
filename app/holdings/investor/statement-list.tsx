import { href } from 'react-router'
import { formatCents } from '../../../rules/money.ts'
import { withQuery } from '../../../rules/url.ts'
import { downloadAddress } from '../../documents/investor/document-kind.ts'
import { Link } from '../../shell/ui/link.tsx'
import type { OwnStatement } from '../../statements/server/statements-list.ts'
import { statementName } from '../../statements/statements.ts'
import style from './note-documents.module.css'

/** Most statements listed; older ones are among the documents. */
const shown = 24

/** Released statements by period, newest first: each as a document and as CSV. */
export function StatementList({ statements }: { statements: readonly OwnStatement[] }) {
  return (
    <ul className={`plain-list double-above ${style.documents}`}>
      {statements
        .slice(0, shown)
        .map(({ number, kind, holder, start, end, closing, documentId, csvDocumentId, corrects }) => (
          <li key={number}>
            <span className={`stack shrink ${style.name}`}>
              <Link to={withQuery(href('/profile'), { document: documentId })}>
                {statementName({ kind, start, end, corrects })}
              </Link>
              <span>
                {number}, {holder}
                {corrects && `, corrects ${corrects}`}
              </span>
            </span>
            <span className={`row gap-4 tabular ${style.figures}`}>
              {formatCents(closing, true)} owed
              <a href={downloadAddress(csvDocumentId)} aria-label={`CSV of ${number}`} data-print="no">
                CSV
              </a>
            </span>
          </li>
        ))}
    </ul>
  )
}
