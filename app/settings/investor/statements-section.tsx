import { href } from 'react-router'
import { statementRhythms } from '../../holders/holders.ts'
import type { HeldAs } from '../../holders/server/holders-list.ts'
import { ActionFields } from '../../shell/actions/action-fields.tsx'
import { CommandFields, isAtField } from '../../shell/commands/command-fields.tsx'
import { useCommandForm } from '../../shell/commands/command-form.tsx'
import { Banner } from '../../shell/ui/banner.tsx'
import { Button } from '../../shell/ui/button.tsx'
import { chooseStatementRhythmCommand } from '../settings.commands.ts'
import { SettingsSection } from './settings-section.tsx'
import style from './statements-section.module.css'

type Props = { holders: readonly HeldAs[]; onNotice: (notice: string) => void }

/** How often each of the reader's holders gets statements; nothing without holders. */
export function StatementsSection({ holders, onNotice }: Props) {
  if (holders.length === 0) return null
  return (
    <SettingsSection
      title="Statements"
      id="statements"
      note="We prepare them on the first business day after each period, and notify you when they’re ready."
    >
      {holders.map(holder => (
        <RhythmForm key={holder.id} holder={holder} onNotice={onNotice} />
      ))}
    </SettingsSection>
  )
}

function RhythmForm({ holder, onNotice }: { holder: HeldAs; onNotice: Props['onNotice'] }) {
  const command = chooseStatementRhythmCommand
  const { Form, busy, shown } = useCommandForm(command, { onDone: onNotice })
  const { id, legalName, statementRhythm, right, isFrozen } = holder
  if (right === 'viewer' || isFrozen)
    return (
      <p className={`cluster gap-3 align-end column-36 ${style.rhythm}`}>
        {legalName}: {statementRhythms[statementRhythm]}
      </p>
    )
  return (
    <Form
      method="post"
      action={href('/profile/settings/account')}
      className={`cluster gap-3 align-end column-36 ${style.rhythm}`}
    >
      <ActionFields intent={command.name} />
      <input type="hidden" name="holder" value={id} />
      <Banner of={shown}>{!busy && shown && !isAtField(shown) && shown.error?.message}</Banner>
      <CommandFields
        command={command}
        answer={shown}
        fields={{
          rhythm: {
            className: style.choice,
            label: `${command.fields.rhythm.label} for ${legalName}`,
            defaultValue: statementRhythm,
          },
        }}
      />
      <Button type="submit" busy={busy} busyLabel={command.busy} aria-label={`Save how often for ${legalName}`}>
        {command.button}
      </Button>
    </Form>
  )
}
