class Lazymcp < Formula
  desc "Starts MCP servers when they are used, not when the session starts"
  homepage "https://github.com/lazymcp/lazymcp"
  version "{{version}}"
  license "Apache-2.0"

  on_macos do
    on_arm do
      url "{{url macos-arm64}}"
      sha256 "{{sha256 macos-arm64}}"
    end
    on_intel do
      url "{{url macos-x64}}"
      sha256 "{{sha256 macos-x64}}"
    end
  end

  on_linux do
    on_arm do
      url "{{url linux-arm64}}"
      sha256 "{{sha256 linux-arm64}}"
    end
    on_intel do
      url "{{url linux-x64}}"
      sha256 "{{sha256 linux-x64}}"
    end
  end

  def install
    bin.install "lazymcp"
    man1.install Dir["man/*.1"]
    bash_completion.install "completions/lazymcp.bash" => "lazymcp"
    zsh_completion.install "completions/_lazymcp"
    fish_completion.install "completions/lazymcp.fish"
  end

  def caveats
    <<~EOS
      Before you uninstall, put the clients' configurations back:
        lazymcp restore --everywhere
    EOS
  end

  test do
    assert_match "lazymcp #{version}", shell_output("#{bin}/lazymcp --version")
  end
end
