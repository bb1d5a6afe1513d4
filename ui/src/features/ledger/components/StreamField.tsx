import { type FormEvent, useState } from 'react';
import { Button } from '../../../components/ui/Button.tsx';
import { Field } from '../../../components/ui/Field.tsx';

type StreamFieldProps = { readonly stream: string; readonly onChoose: (stream: string) => void };

/** The whole name of one stream, for who has it from an event or a receipt. */
export function StreamField({ stream, onChoose }: StreamFieldProps) {
  const [text, setText] = useState(stream);
  const [known, setKnown] = useState(stream);
  if (known !== stream) {
    setKnown(stream);
    setText(stream);
  }

  function submit(event: FormEvent): void {
    event.preventDefault();
    onChoose(text.trim());
    // What is chosen stands here by the address, where it is no kind.
    setText(stream);
  }

  return (
    <form onSubmit={submit} className="max-lg:col-span-2">
      <Field
        label="One stream by its name"
        value={text}
        placeholder="account-…"
        autoComplete="off"
        autoCapitalize="none"
        spellCheck={false}
        maxLength={200}
        onChange={({ target }) => setText(target.value)}
        action={<Button type="submit">Show</Button>}
      />
    </form>
  );
}
