import { coveredPersons as settings } from '../../../content/covered-persons.ts'
import { Options } from '../../shell/ui/options.tsx'
import { eventCodes } from '../covered-persons.ts'

/** The eight questions, none of which is answered beforehand. */
export const answerFields = Object.fromEntries(
  eventCodes.map(code => [
    code,
    {
      hint: settings.questions[code],
      defaultValue: '',
      children: (
        <>
          <option value="">Choose</option>
          <Options of={{ no: 'No', yes: 'Yes' }} />
        </>
      ),
    },
  ]),
)
