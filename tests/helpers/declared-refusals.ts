import { undeclared } from '../../server/access/declared-refusals.ts'

// A command declares each reason for which it is refused, those of functions that it shares with others, too.
undeclared.report = (command, error) => {
  throw new Error(`${command} was refused with ${error.code}, which it does not declare`, { cause: error })
}
