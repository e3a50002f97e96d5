import { Brand } from "./icon.tsx";

interface Props {
  /** The service's message about the given credentials; null before any are given. */
  readonly refusal: string | null;
  readonly user: string | null;
  readonly onGiven: (given: { readonly secret: string; readonly user: string | null }) => void;
}

/** Asks for an API key with a user, or for a token, which names the user itself. */
export const Credentials = ({ refusal, user, onGiven }: Props) => {
  const submit = (event: React.FormEvent<HTMLFormElement>): void => {
    event.preventDefault();
    const form = new FormData(event.currentTarget);
    const name = String(form.get("user") ?? "").trim();
    onGiven({ secret: String(form.get("secret") ?? "").trim(), user: name === "" ? null : name });
  };
  return (
    <main className="full-page">
      <form className="credentials" onSubmit={submit}>
        <Brand />
        <h1>Who is asking?</h1>
        {refusal === null ? (
          <p>This service asks for an API key or a token.</p>
        ) : (
          <p className="error" role="alert">
            {refusal}
          </p>
        )}
        <label>
          API key or token
          <input name="secret" type="password" autoComplete="off" required className="field" />
        </label>
        <label>
          User <small>Required with an API key. A token contains it.</small>
          <input name="user" defaultValue={user ?? ""} autoComplete="off" className="field" />
        </label>
        <button type="submit" className="button primary">
          Open the memory
        </button>
        <p className="caption">
          The key is kept until this tab is closed, and sent to this service only.
        </p>
      </form>
    </main>
  );
};
