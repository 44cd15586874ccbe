import type { BusinessDay } from '@partnerdesk/contracts';
import { type ChangeEvent, type KeyboardEvent, useState } from 'react';
import Button from 'react-bootstrap/Button';
import BootstrapForm from 'react-bootstrap/Form';
import InputGroup from 'react-bootstrap/InputGroup';
import { readTypedDay, typedDay } from './business-dates';
import { CalendarPopup, useCalendar } from './calendar-popup';
import { FieldFrame, type FieldProps, useField } from './fields';

interface DateFieldProps<Values> extends Omit<FieldProps<Values>, 'compact'> {
  /** The first and the last day that may be chosen. */
  min?: BusinessDay;
  max?: BusinessDay;
}

/**
 * A business day: typed as `m/d/yyyy` or `yyyy-mm-dd`, or picked from the calendar behind the button. The form's value
 * is `yyyy-mm-dd`, empty as long as no day that may be chosen stands there.
 */
export function DateField<Values>(props: DateFieldProps<Values>) {
  const { form, name, min, max } = props;
  const day = String(form.values[name] ?? '');
  const [typed, setTyped] = useState('');
  const [typing, setTyping] = useState(false);
  const read = readTypedDay(typed, { min, max });
  // What was typed stands as long as it says what the form holds; somebody else may have set another day meanwhile.
  const stands = typed !== '' && read.day === day;
  const problem = stands ? read.problem : undefined;
  const error = form.errors[name] ? (problem ?? form.errors[name]) : typing ? undefined : problem;
  const { frame, control, put } = useField(props, error);
  const calendar = useCalendar();

  const onChange = (event: ChangeEvent<HTMLInputElement>) => {
    setTyped(event.target.value);
    setTyping(true);
    put(readTypedDay(event.target.value, { min, max }).day);
  };
  const onBlur = () => {
    setTyping(false);
    if (!problem) setTyped('');
  };
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key !== 'ArrowDown') return;
    event.preventDefault();
    calendar.show();
  };
  const pick = (picked: BusinessDay) => {
    setTyped('');
    put(picked);
    calendar.close();
  };

  return (
    <FieldFrame {...frame}>
      <div className="pd-date" ref={calendar.frameRef}>
        <InputGroup>
          <BootstrapForm.Control
            {...control}
            autoComplete="off"
            inputMode="numeric"
            maxLength={10}
            placeholder="m/d/yyyy"
            data-problem={problem}
            value={stands ? typed : typedDay(day)}
            onChange={onChange}
            onBlur={onBlur}
            onKeyDown={onKeyDown}
          />
          <Button
            ref={calendar.buttonRef}
            variant="outline-primary"
            className="pd-date-button"
            aria-label="Calendar"
            aria-describedby={frame.id}
            aria-haspopup="dialog"
            aria-expanded={calendar.open}
            title="Calendar"
            onPointerEnter={calendar.prepare}
            onClick={calendar.open ? calendar.close : calendar.show}
          >
            <CalendarIcon />
          </Button>
        </InputGroup>
        {calendar.open && <CalendarPopup calendar={calendar} day={day} min={min} max={max} onPick={pick} />}
      </div>
    </FieldFrame>
  );
}

function CalendarIcon() {
  return (
    <svg width="16" height="16" viewBox="0 0 16 16" fill="none" stroke="currentColor" aria-hidden="true">
      <rect x="1.75" y="2.75" width="12.5" height="11.5" rx="1.5" strokeWidth="1.5" />
      <path d="M2 6.5h12M5 1v3.5M11 1v3.5" strokeWidth="1.5" />
    </svg>
  );
}
