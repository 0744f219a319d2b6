/** Amazon's library has no types of its own. */
declare module 'sns-validator' {
  export default class MessageValidator {
    validate(message: string | object, done: (failure: Error | null) => void): void;
  }
}
