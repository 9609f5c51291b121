import { envelopeDays } from '../../../../content/signing.ts'
import { addDays } from '../../../../rules/days.ts'
import { SettingsSection } from '../../../settings/investor/settings-section.tsx'
import { CommandForm } from '../../../shell/commands/command-form.tsx'
import { Field } from '../../../shell/ui/field.tsx'
import * as commands from '../../envelope.commands.ts'
import type { OfficeEnvelope } from '../../server/envelope.ts'
import style from '../envelopes.module.css'
import { PlacesSection } from './places-section.tsx'

type Props = { envelope: OfficeEnvelope; today: string; onNotice: (notice: string) => void }

/** What is set before an envelope is sent: signers, fields, lines to confirm, and the last day to sign. */
export function DraftSections({ envelope, today, onNotice }: Props) {
  const { title, readBack } = envelope
  return (
    <div>
      <SettingsSection
        title="Signers"
        note="In this order. Two people who share a mailbox need an account each. The fund signs last."
      >
        <Seats envelope={envelope} onNotice={onNotice} />
      </SettingsSection>
      <SettingsSection title="What they see" note="The title, and lines that each signer confirms before they sign.">
        <CommandForm
          command={commands.describeEnvelopeCommand}
          fields={{ title, readBack: readBack.map(({ label, value }) => `${label}: ${value}`).join('\n') }}
          onDone={onNotice}
        />
      </SettingsSection>
      <PlacesSection envelope={envelope} onNotice={onNotice} />
      <SettingsSection title="Send" note="The first signer is e-mailed at once. The e-mail doesn’t name the document.">
        <CommandForm
          command={commands.sendEnvelopeCommand}
          variant="primary"
          fields={{ expiresOn: { defaultValue: addDays(today, envelopeDays), min: today } }}
          onDone={onNotice}
        />
      </SettingsSection>
    </div>
  )
}

/** Each person who may sign, with their turn, or nothing, and the capacity that is printed. */
function Seats({ envelope: { candidates, signers }, onNotice }: Omit<Props, 'today'>) {
  const seats = candidates.map(candidate => {
    const seat = signers.find(({ role, userId }) =>
      candidate.role === 'fund' ? role === 'fund' : userId === candidate.userId,
    )
    return { ...candidate, turn: seat?.turn, capacity: seat?.capacity ?? candidate.capacity }
  })
  return (
    <CommandForm command={commands.seatSignersCommand} onDone={onNotice}>
      {() => (
        <div className={style.seats}>
          {seats.map(({ key, name, email, role, turn, capacity }) => (
            <div key={key} className={style.seat}>
              <p>
                <strong>{name}</strong>{' '}
                <span className="quiet">
                  {[role === 'custodian' && 'Custodian', email !== name && email].filter(Boolean).join(' · ')}
                </span>
              </p>
              <input type="hidden" name="seat" value={key} />
              <Field
                label="Turn"
                name="turn"
                inputMode="numeric"
                maxLength={2}
                autoComplete="off"
                defaultValue={turn ?? ''}
                aria-label={`Turn of ${name}`}
              />
              <Field
                label="Signs as"
                name="capacity"
                maxLength={300}
                autoComplete="off"
                defaultValue={capacity}
                aria-label={`Capacity of ${name}`}
              />
            </div>
          ))}
        </div>
      )}
    </CommandForm>
  )
}
