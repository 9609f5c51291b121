import { formatDay, isDay } from '../../../../rules/days.ts'
import style from '../../../register/office/register.module.css'
import { useRefused } from '../../../shell/commands/command-field.tsx'

/** Once a form was refused because its day is unusual: the box that confirms that day, and no other. */
export function ConfirmedDay() {
  const { code, typed } = useRefused()
  const isRequested = code === 'NOTE_DAY_UNUSUAL'
  const { day = '', confirmedDay } = typed
  // What was confirmed stays so when the form is refused for another reason.
  if (!isDay(day) || !(isRequested || (code && confirmedDay === day))) return null
  return (
    <label className={`row gap-3 leading-4 align-start ${style.check}`}>
      <input type="checkbox" name="confirmedDay" value={day} defaultChecked={!isRequested} />
      <span>{formatDay(day)} is the right day. The approver sees why it’s unusual.</span>
    </label>
  )
}
