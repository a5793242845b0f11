-- Rule 46 of the GST rules allows 16 characters, and several series. After NC/26-27/9999999 comes ND/26-27/0000001.
CREATE OR REPLACE FUNCTION "receipt_number"(year text, number int) RETURNS text LANGUAGE sql IMMUTABLE AS $$
  SELECT 'N' || chr(ascii('C') + (number - 1) / 9999999) || '/' || year || '/' || CASE
    WHEN number < 1000000 THEN lpad(number::text, 6, '0')
    ELSE lpad(((number - 1) % 9999999 + 1)::text, 7, '0') END
$$;
