import { href } from 'react-router'
import { CommandForm } from '../../../shell/commands/command-form.tsx'
import { Link } from '../../../shell/ui/link.tsx'
import { giveHolderDocumentCommand } from '../../own.commands.ts'
import type { SubscriptionPage } from '../../server/own-subscriptions.ts'
import { endedStates, isOneOf } from '../../subscriptions.ts'

type Props = { subscription: SubscriptionPage; onDone: (notice: string) => void }

/** What the fund has to have from this kind of holder before it countersigns. */
export function Papers({ subscription: { papers, documents, state }, onDone }: Props) {
  if (papers.length === 0 || isOneOf(endedStates, state)) return null
  return (
    <section className="stack gap-4" aria-labelledby="papers">
      <h3 id="papers">We need from this holder</h3>
      {papers.map(({ paper, given }) => (
        <div key={paper} className="stack gap-2">
          <p className="breakable">
            {paper}: {given ? <>{given}. Thank you.</> : 'not here yet.'}
          </p>
          {documents.length > 0 ? (
            <CommandForm
              command={giveHolderDocumentCommand}
              form={paper}
              size="small"
              fields={{
                paper,
                document: {
                  label: paper,
                  children: documents.map(({ id, filename }) => (
                    <option key={id} value={id}>
                      {filename}
                    </option>
                  )),
                },
              }}
              onDone={onDone}
            />
          ) : (
            <p className="quiet">
              Upload it for this holder among <Link to={href('/profile')}>your documents</Link>, then choose it here.
            </p>
          )}
        </div>
      ))}
    </section>
  )
}
