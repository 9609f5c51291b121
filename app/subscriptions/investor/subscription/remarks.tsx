import { fund } from '../../../../content/fund.ts'
import { CommandForm } from '../../../shell/commands/command-form.tsx'
import { FormattedDate } from '../../../shell/ui/formatted-date.tsx'
import { remarkCommand } from '../../remark.commands.ts'
import type { Remark } from '../../server/remarks.ts'
import { remarkTopics } from '../../subscriptions.ts'

const sides: Record<Remark['side'], string> = { investor: 'The investor', adviser: 'The adviser', office: fund.name }

/** Remarks at a step or term, with a form for another one. */
export function Remarks({ remarks, onDone }: { remarks: readonly Remark[]; onDone: (notice: string) => void }) {
  return (
    <div className="stack gap-4">
      {remarks.length === 0 ? (
        <p className="quiet">No remarks yet.</p>
      ) : (
        <ul className="plain-list double divided">
          {remarks.map(({ id, topic, body, at, author, side }) => (
            <li key={id} className="stack gap-1 pad-3 breakable">
              <p>
                {remarkTopics[topic]}: {body}
              </p>
              <p className="quiet">
                {author && side !== 'office' ? author : sides[side]}, <FormattedDate date={at} time />
              </p>
            </li>
          ))}
        </ul>
      )}
      <CommandForm command={remarkCommand} size="small" isEmptied onDone={onDone} />
    </div>
  )
}
