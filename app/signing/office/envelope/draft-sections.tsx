import { envelopeDays } from '../../../../content/signing.ts'
import { addDays } from '../../../../rules/days.ts'
import { SettingsSection } from '../../../settings/investor/settings-section.tsx'
import { CommandButton } from '../../../shell/commands/command-button.tsx'
import { CommandForm } from '../../../shell/commands/command-form.tsx'
import { Field } from '../../../shell/ui/field.tsx'
import * as commands from '../../envelope.commands.ts'
import { fieldKinds, inch } from '../../envelopes.ts'
import type { OfficeEnvelope } from '../../server/envelope.ts'
import style from '../envelopes.module.css'

type Props = { envelope: OfficeEnvelope; today: string; onNotice: (notice: string) => void }

/** What is decided before an envelope is sent: who signs, where, what is read back, until when. */
export function DraftSections({ envelope, today, onNotice }: Props) {
  const { title, readBack, fields, signers, pages } = envelope
  const seatOf = (turn: number) => signers.find(signer => signer.turn === turn)?.capacity ?? ''
  return (
    <div>
      <SettingsSection
        title="Who signs"
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
      <SettingsSection
        title="Where they sign"
        note="Optional. Anyone without a place for a signature gets a block on a page that is added at the end when you send it."
      >
        {fields.length > 0 && (
          <ul className={`plain-list divided double ${style.events}`}>
            {fields.map(({ turn, what, page, x, y }, at) => (
              <li key={`${turn} ${what} ${page} ${x} ${y}`}>
                <span>
                  {fieldKinds[what]} of {seatOf(turn)}: page {page}, {inches(x)} from the left, {inches(y)} from the top
                </span>
                <CommandButton command={commands.removeFieldCommand} fields={{ field: String(at) }} />
              </li>
            ))}
          </ul>
        )}
        <CommandForm
          command={commands.placeFieldCommand}
          layout={style.place}
          fields={{
            turn: {
              children: signers.map(({ turn, capacity }) => (
                <option key={turn} value={turn}>
                  {capacity}
                </option>
              )),
            },
            page: { defaultValue: String(pages.length) },
            left: '1',
            top: '9',
            width: '3',
          }}
          onDone={onNotice}
        />
      </SettingsSection>
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

const inches = (points: number) => `${Number((points / inch).toFixed(2))} in`

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
                  {[role === 'custodian' && 'Custodian', email].filter(Boolean).join(' · ')}
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
