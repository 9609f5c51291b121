export { fundDay } from '../platform/fund-day.ts'
