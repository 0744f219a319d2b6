/** Stands in for the server's types, which the build generates, where rules are type-checked with their tests. */
declare module 'keycloak' {
  export interface Response {
    getStatus(): number;
  }
  export interface UserModel {
    getFirstName(): string | null;
    getLastName(): string | null;
    getEmail(): string | null;
    getUsername(): string | null;
  }
}
