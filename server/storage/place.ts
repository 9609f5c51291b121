export * from '../platform/place.ts'
