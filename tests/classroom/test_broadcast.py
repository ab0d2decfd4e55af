"""Announcements to listeners."""

import asyncio

from teachback.classroom import Broadcast, broadcast


def heard(stream, after=None, most=10):
    """What a subscriber receives that comes now and does not wait."""

    async def listen():
        with stream.listening(after) as coming:
            asyncio.get_running_loop().call_later(0.2, stream.close)
            return [(event.name, dict(event.data)) async for event in coming][:most]

    return asyncio.run(listen())


def test_a_listener_that_comes_back_hears_what_came_meanwhile():
    stream = Broadcast()
    stream.publish("taught", {"position": 1})
    seen = list(stream._kept)[-1].id
    stream.publish("taught", {"position": 2})
    assert heard(stream, seen) == [("taught", {"position": 2}), ("bye", {})]


def test_an_id_of_another_process_means_nothing():
    stream, other = Broadcast(), Broadcast()
    other.publish("taught", {})
    stream.publish("taught", {})
    assert heard(stream, list(other._kept)[-1].id) == [("bye", {})]


def test_a_subscriber_that_does_not_read_is_let_go(monkeypatch):
    monkeypatch.setattr(broadcast, "_SLOW", 3)
    stream = Broadcast()

    async def listen():
        with stream.listening() as coming:
            for number in range(5):
                stream.publish("taught", {"position": number})
            await asyncio.sleep(0)
            return [event async for event in coming]

    assert asyncio.run(listen()) == []


def test_a_closed_stream_ends_at_once():
    stream = Broadcast()
    stream.close()
    assert heard(stream) == []


def test_some_hear_something_else_and_the_others_what_happened():
    stream = Broadcast()
    stream.publish("trained", {"accuracy": 0.9}, apart={"ines": {"accuracy": None}})
    (event,) = stream._kept
    assert event.json_for("ben") == '{"accuracy":0.9}'
    assert event.json_for("ines") == '{"accuracy":null}'


def test_a_long_silence_is_broken(monkeypatch):
    monkeypatch.setattr(broadcast, "_QUIET", 0.01)
    stream = Broadcast()

    async def listen():
        with stream.listening() as coming:
            first = await anext(coming)
            stream.publish("taught", {})
            return first, [event.name async for event in coming if stream.close() or event][:1]

    assert asyncio.run(listen()) == (None, ["taught"])


def test_what_is_for_one_listener_is_heard_by_no_other_now_or_later():
    stream = Broadcast()
    stream.publish("taught", {})
    seen = list(stream._kept)[-1].id

    async def listen(who, after):
        with stream.listening(after, who) as coming:
            stream.publish("progress", {"text": "of a file of vera's"}, to="vera")
            stream.publish("taught", {"position": 2})
            return [(await anext(coming)).name for _ in range(2 if who == "vera" else 1)]

    assert asyncio.run(listen("tom", None)) == ["taught"]
    assert asyncio.run(listen("vera", None)) == ["progress", "taught"]
    assert asyncio.run(listen("tom", seen)) == ["taught"]
    assert asyncio.run(listen("vera", seen)) == ["progress", "taught"]
