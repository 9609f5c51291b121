import { testProcesses } from '../../../tests/helpers/upload-processes.ts'

// With files in the data folder, which the processes of one machine share. In a store: uploads-in-store.slow.test.ts.
testProcesses({})
